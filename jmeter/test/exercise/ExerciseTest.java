package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import testing.TemporaryFolder;
import testing.Test;

class ExerciseTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void eachExerciseHasItsSectionsHintsAndFiles() throws Exception {
        List<Exercise> all = Exercise.all(REPOSITORY);
        String classpath = Files.readString(Exercise.home(REPOSITORY).resolve(".classpath"));
        for (Exercise each : all) {
            for (String heading : List.of("Task", "Behaviour", "Measured", "Notice")) {
                assertTrue(!each.section(heading).isEmpty(), each.name() + " says nothing under " + heading);
            }
            assertTrue(each.hints().size() > 1, each.name() + " has hints: " + each.hints());
            for (String line : List.of("Minutes")) {
                assertTrue(!each.line(line).isEmpty(), each.name() + " has no line '- " + line + "' below the title");
            }
            assertContains('"' + each.name() + '"', classpath);
            for (Path source : List.of(each.template(), each.solution())) {
                assertContains("class " + each.className() + " ", Files.readString(source));
            }
            assertTrue(!each.load().isEmpty(), each.name() + " has a load");
        }
    }

    @Test
    void anExerciseIsFoundByItsNumberOrItsName() throws Exception {
        assertEquals("FixedPoolDrain", Exercise.find(REPOSITORY, "1").className());
        assertEquals(1, Exercise.find(REPOSITORY, "1-fixed-pool").number());
        for (String wrong : List.of("0", "01", "one", "")) {
            assertThrows(UsageException.class, "choose from 1", () -> Exercise.find(REPOSITORY, wrong));
        }
    }

    @Test
    void aTaskIsFormattedForATerminal() {
        String formatted = ExerciseCommand.format("""
                A *drain*
                takes `a * b` and `*.java`.

                    code   stays
                      as it is

                - one **thing** %s
                - two
                """.formatted("word ".repeat(30).strip()));
        assertEquals("A drain takes `a * b` and `*.java`.\n\n    code   stays\n      as it is\n\n- one thing"
                + " word".repeat(17) + "\n " + " word".repeat(13) + "\n- two\n", formatted);
    }

    private static final String[][] WRONG_FILES = {
        {"public class FixedPoolDrain {\n    int x = 1\n}", "file:2: ';' expected", "    int x = 1\n             ^"},
        {"public class FixedPoolDrain {\n\tint x = y;\n}", "file:2: cannot find symbol",
            "int x = y;"},
        {"package my.own;\npublic class FixedPoolDrain { }", "file:1: the file must have", "in no package"},
        {"import java.util.List;\n\npublic final class Pool { }", "file:1: the file must have the class FixedPoolDrain",
            "as in the template"},
        {"", "file:1: the file must have the class", ""},
        {"// nothing\n", "file:1: the file must have the class", ""},
        {"a letter to my teacher\n", "file:1: ", ""},
        {"class A { StructuredTaskScope<String, Void> b; }".replace("Str", "java.util.concurrent.Str"), "file:1: ",
            "use an ExecutorService or threads"}};

    @Test
    void theMessageAboutAWrongFileNamesTheLine() throws Exception {
        for (String[] wrong : WRONG_FILES) {
            String message = compiled(wrong[0]);
            assertContains(wrong[1], message);
            assertContains(wrong[2], message);
        }
        assertContains("errors", compiled("class A { " + "int x = y; ".repeat(20) + "}"));
        assertEquals("", compiled("public class FixedPoolDrain { class Inner { } } class Other { }"));
    }

    private static String compiled(String text) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = Files.writeString(folder.path().resolve("file"), text);
            Path classes = Files.createDirectory(folder.path().resolve("classes"));
            return String.join("\n", errors(file, classes));
        }
    }

    @Test
    void filesThatAreNotJavaSourceAreRefused() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path binary = Files.write(folder.path().resolve("binary"), new byte[] {(byte) 0xca, (byte) 0xfe});
            Path large = Files.write(folder.path().resolve("large"), new byte[2_000_000]);
            assertContains("binary:1: the file is not UTF-8 text", String.join("\n", errors(binary, folder.path())));
            assertContains("large:1: a Java source has at most 1 MB", String.join("\n", errors(large, folder.path())));
            for (Path file : List.of(folder.path(), folder.path().resolve("nothing"))) {
                assertThrows(UsageException.class, file.toString(), () -> errors(file, folder.path()));
            }
        }
    }

    private static List<String> errors(Path file, Path classes) throws Exception {
        return new Compilation(Exercise.find(REPOSITORY, "1"), file, classes, REPOSITORY).errors();
    }

    @Test
    void progressIsKeptForEachExercise() throws Exception {
        try (TemporaryFolder one = new TemporaryFolder(); TemporaryFolder two = new TemporaryFolder()) {
            Exercise first = new Exercise(1, one.path(), "One", "", Map.of());
            Exercise second = new Exercise(2, two.path(), "Two", "", Map.of());
            first.pass();
            first.showedHints(1);
            second.showedHints(3);
            assertTrue(first.isPassed() && !second.isPassed(), "only exercise 1 is passed");
            assertEquals(1, first.shownHints());
            assertEquals(3, second.shownHints());
        }
    }

    @Test
    void argumentsWithoutAnEffectAreRefused() throws Exception {
        for (String wrong : List.of("1 check now", "1 chekc", "1 hint --json", "1 --behaviour", "--json", "1 grade",
                "grade 1 check", "grade", "grade a --file x", "1 check --measure")) {
            CommandLine line = CommandLine.parse(ExerciseCommand.TOOL.options(), wrong.split(" "));
            assertThrows(UsageException.class, () -> ExerciseCommand.action(line));
        }
        for (String right : List.of("1 check --json --behaviour", "1 check --file x --json", "1 hint",
                "grade a --measure --json")) {
            ExerciseCommand.action(CommandLine.parse(ExerciseCommand.TOOL.options(), right.split(" ")));
        }
    }
}
