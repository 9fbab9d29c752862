package classroom.lesson;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import lab.define.Experiment;
import lab.define.Load;
import lab.run.ExperimentRunner;
import testing.Test;

/** Every lesson is whole, true and short, whatever its seed. */
class LessonsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int SEEDS = 30;
    private static final int MOST_LINES_OF_CODE = 25;

    private final List<Lesson> printed = Lessons.all(REPOSITORY, 0, 2);

    /** Worked out by hand, for two cores. */
    @Test
    void thePrintedNumbers() {
        double[] expected = {20, 20, 1000 / 1.049, 2, 1000 / 1.049, 1, 10 / 0.333, 20, 3.1, 80 / 0.49 * 0.8};
        assertEquals(expected.length, printed.size(), "ten lessons");
        for (int i = 0; i < expected.length; i++) {
            assertEquals(i + 1, printed.get(i).id(), "in their order");
            assertClose(expected[i], printed.get(i).theory().value(), printed.get(i).question());
        }
    }

    private static void assertClose(double expected, double found, String what) {
        assertTrue(Math.abs(expected - found) <= 1e-3 * expected,
                what + ": expected " + expected + " but was " + found);
    }

    @Test
    void everyLessonOfEverySeedIsTrueAndShortAndOthersHaveOtherNumbers() throws Exception {
        Set<List<String>> questions = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Lesson> lessons = Lessons.all(REPOSITORY, seed, 2);
            for (Lesson lesson : lessons) {
                check(lesson, "seed " + seed + ", lesson " + lesson.id());
            }
            questions.add(lessons.stream().map(Lesson::question).toList());
        }
        assertTrue(questions.size() > SEEDS * 9 / 10, questions.size() + " of " + SEEDS + " have their own");
        assertTrue(questions.contains(Lessons.all(REPOSITORY, 7, 2).stream().map(Lesson::question).toList()),
                "the same seed gives the same");
    }

    private static void check(Lesson lesson, String what) throws Exception {
        double theory = lesson.theory().value();
        assertTrue(Double.isFinite(theory) && lesson.asks().takes(theory), what + ": theory " + theory);
        Experiment experiment = lesson.experiment();
        assertEquals(1, experiment.loads().size(), what + ": loads");
        assertEquals(1, experiment.repeat(), what + ": repetitions");
        assertTrue(experiment.contenders().size() <= 3, what + ": contenders");
        long seconds = ExperimentRunner.usual(experiment, false).toSeconds();
        assertTrue(seconds >= 15 && seconds <= 40, what + " takes " + seconds + " s");
        Load load = experiment.loads().getFirst();
        assertEquals(load.path(), lesson.setup().path(), what + ": the path in the picture");
        assertEquals(load.users(), lesson.setup().users(), what + ": the users in the picture");
        assertEquals(load.isOpen() ? (int) load.amount() : 0, lesson.setup().rate(), what + ": its arrivals");
        assertFilledIn(lesson, what);
    }

    /** Every name in a text has its number, and none stands for nothing. */
    private static void assertFilledIn(Lesson lesson, String what) {
        for (String text : List.of(lesson.question(), lesson.theory().text(), lesson.mistake(),
                lesson.why().text().toString(), lesson.why().look().toString(), lesson.why().exercise())) {
            assertTrue(text.length() > 20, what + " says nothing");
            for (String wrong : List.of("{", "%d", "%s", "NaN", "n/a", "∞", "null", "  ", "\n")) {
                assertTrue(!text.contains(wrong), what + " has <" + wrong + "> in: " + text);
            }
        }
    }

    @Test
    void theCodeIsQuotedFromTheSources() {
        for (Lesson lesson : printed) {
            assertTrue(!lesson.why().code().isEmpty(), "lesson " + lesson.id() + " shows code");
            for (Lesson.Extract extract : lesson.why().code()) {
                int lines = extract.lines().size();
                boolean block = extract.lines().getFirst().endsWith("{");
                String where = extract.file() + ":" + extract.from();
                assertTrue(extract.from() > 0, where + extract.lines());
                assertTrue(lines <= MOST_LINES_OF_CODE, where + " has " + lines + " lines");
                assertTrue(!block || lines > 2 && extract.lines().getLast().startsWith("}"),
                        where + " is not a whole block: " + extract.lines());
            }
        }
    }

    @Test
    void aMachineOfOneCoreAndOneOfManyHaveTheirLessons() {
        for (int cores : new int[] {1, 4, 64}) {
            List<Lesson> lessons = Lessons.all(REPOSITORY, 0, cores);
            lessons.forEach(lesson -> assertFilledIn(lesson, cores + " cores, lesson " + lesson.id()));
            Lesson pinned = lessons.get(7);
            assertClose(10.0 * cores, pinned.theory().value(), "a carrier for each core");
            assertTrue(pinned.setup().users() > cores, "more users than carriers");
        }
    }

    @Test
    void contendersHaveNamesForPeople() {
        assertEquals(Map.of("pool-4", "pool of 4", "pool-asked-for", "the pool that is asked for"), labels(2));
        assertEquals(Map.of("pool-1000", "pool of 1,000", "loom", "a virtual thread each"), labels(4));
        assertEquals(Map.of("async", "event loops"), labels(5));
        assertEquals(Map.of("pool-80", "pool of 80", "loom-80-calls", "virtual threads, at most 80 calls"), labels(10));
    }

    private Map<String, String> labels(int lesson) {
        return printed.get(lesson - 1).labels();
    }
}
