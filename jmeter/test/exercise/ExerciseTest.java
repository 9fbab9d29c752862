package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.CommandLine.UsageException;
import load.install.FileTree;
import testing.TemporaryFolder;
import testing.Test;

class ExerciseTest extends TemporaryFolder {
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

    /** A file, and the line that is named first. */
    private static final Object[][] WRONG_FILES = {
        {"public class FixedPoolDrain {\n    int x = 1\n}", 2}, {"public class FixedPoolDrain {\n\tint x = y;\n}", 2},
        {"package my.own;\npublic class FixedPoolDrain { }", 1},
        {"import java.util.List;\n\npublic final class Pool { }", 1}, {"", 1}, {"// nothing\n", 1},
        {"a letter to my teacher\n", 1}, {"class A { java.util.concurrent.StructuredTaskScope<String, Void> b; }", 1},
        {"class A { " + "int x = y; ".repeat(20) + "}", 1}};

    @Test
    void theMessageAboutAWrongFileNamesTheLine() throws Exception {
        List<String> messages = new ArrayList<>();
        for (Object[] wrong : WRONG_FILES) {
            String message = compiled((String) wrong[0]);
            assertTrue(message.startsWith("‹folder›/file:" + wrong[1] + ": "), message);
            messages.add(wrong[0] + " ->\n" + message);
        }
        assertSame("exercise", "files that do not compile", String.join("\n\n", messages));
    }

    @Test
    void aFileMayHaveOtherClassesAndAByteOrderMark() throws Exception {
        assertEquals("", compiled("\uFEFFpublic class FixedPoolDrain { class Inner { } } class Größe { }"));
    }

    private String compiled(String text) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        FileTree.delete(classes);
        return String.join("\n", errors(write("file", text), Files.createDirectory(classes)))
                .replace(folder.toString(), "‹folder›");
    }

    @Test
    void filesThatAreNotJavaSourceAreRefused() throws Exception {
        Path latin = Files.write(folder.resolve("latin"), "// Größe\n".getBytes(StandardCharsets.ISO_8859_1));
        Path large = Files.write(folder.resolve("large"), new byte[1_000_001]);
        assertSame("exercise", "files that are no source", Stream.concat(errors(latin, folder).stream(),
                errors(large, folder).stream()).collect(Collectors.joining("\n")).replace(folder.toString(), "‹folder›"));
        for (Path file : List.of(folder, folder.resolve("nothing"))) {
            assertThrows(UsageException.class, file.toString(), () -> errors(file, folder));
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
}
