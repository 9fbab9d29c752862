package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import learner.Exercise;
import learner.JavaSource;
import testing.TemporaryFolder;
import testing.Test;

class LikenessTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private Likeness of(String text) throws IOException {
        return Likeness.of(JavaSource.read(write("File.java", text)));
    }

    @Test
    void onlyOwnNamesCommentsAndSpaceAreIgnored() throws Exception {
        String text = Files.readString(Exercise.find(REPOSITORY, "1").solution());
        Likeness ours = of(text);
        Likeness renamed = of("/** mine */\n" + text.replace("takeAndServe", "loop").replace("    ", "\t"));
        assertEquals(ours.shape(), renamed.shape());
        assertTrue(!ours.hasSameText(renamed), "a name differs");
        assertTrue(ours.hasSameText(of("// " + text.replace("\n", "\r\n    /* */ ").replace("/* */ import", "import"))),
                "comments and white space differ");
        for (String[] change : new String[][] {{"stopped = true;", ""}, {"\"pool-\"", "\"thread-\""},
                {"queue.take()", "queue.poll()"}, {"ArrayList", "LinkedList"}, {"i < size", "i <= size"},
                {"\"a task threw \"", "\"a task /* not */ threw \""}, {"int i = 0", "int i = 1"}}) {
            assertTrue(text.contains(change[0]), change[0]);
            assertTrue(!ours.shape().equals(of(text.replace(change[0], change[1])).shape()), change[0]);
        }
    }

    @Test
    void filesWithoutAClassAreNotAlike() throws Exception {
        assertTrue(!of("").hasSameText(of("// nothing")), "two without code");
        assertTrue(!Likeness.NONE.hasSameText(Likeness.NONE), "two that cannot be read");
    }

    /** README and the comment say which exercises' solutions are too short for a remark. */
    @Test
    void theShortSolutionsAreKnown() throws Exception {
        List<Integer> shortOnes = new ArrayList<>();
        for (Exercise each : Exercise.all(REPOSITORY)) {
            if (!Likeness.of(JavaSource.read(each.solution())).isLongerThan(
                    Likeness.of(JavaSource.read(each.template())))) {
                shortOnes.add(each.number());
            }
        }
        assertEquals(List.of(4, 7, 8), shortOnes);
    }
}
