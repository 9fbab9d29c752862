package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import load.install.FileTree;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("javac needs a second to start and for a dozen files")
class CompilationTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

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
        return String.join("\n", new Compilation(Exercise.find(REPOSITORY, "1"), write("file", text),
                Files.createDirectory(classes), REPOSITORY).errors()).replace(folder.toString(), "‹folder›");
    }
}
