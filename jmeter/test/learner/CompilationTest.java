package learner;

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

    private List<String> compiledWithOthers(String text) throws Exception {
        Path file = write("FixedPoolDrain.java", text);
        Path classes = Files.createTempDirectory(folder, "classes");
        return new Compilation(Exercise.find(REPOSITORY, "1"), file, classes, REPOSITORY)
                .errors(Compilation.beside(file, REPOSITORY)).lines().toList();
    }

    @Test
    void aFileIsCompiledWithThoseBesideItThatItNeeds() throws Exception {
        String needs = "public class FixedPoolDrain { Helper a; Second b; my.own.Third c; }";
        assertEquals(3L, compiledWithOthers(needs).stream().filter(line -> line.contains("cannot find symbol")
                || line.contains("does not exist")).count(), "nothing is there");
        write("Some.java", "class Helper { } class Second { }");
        write("Other.JAVA", "package my.own;\npublic class Third { }");
        write("module-info.java", "module some { }");
        write("package-info.java", "package some;");
        write("Empty.java", "");
        write("Letter.java", "to my teacher");
        Files.writeString(folder.resolve("Latin.java"), "class Größe { }", StandardCharsets.ISO_8859_1);
        Files.createDirectory(folder.resolve("Folder.java"));
        Files.createSymbolicLink(folder.resolve(".#Lock.java"), Path.of("nowhere"));
        assertEquals(List.of(), compiledWithOthers(needs));
        write("Some.java", "class Helper { int x = y; } class Second { }");
        assertTrue(compiledWithOthers(needs).getFirst().startsWith(folder.resolve("Some.java") + ":1: "),
                "the mistake is in the other file");
        assertEquals(List.of(), compiledWithOthers("public class FixedPoolDrain { }"), "what is not needed");
    }

    @Test
    void anotherExercisesFileIsNotCompiledWithIt() throws Exception {
        write("Second.java", "public class OwnDrain { }");
        write("VirtualThreadDrain.java", "class VirtualThreadDrain { }");
        assertEquals(List.of(), Compilation.beside(folder.resolve("FixedPoolDrain.java"), REPOSITORY));
        assertEquals(2L, compiledWithOthers("public class FixedPoolDrain { OwnDrain a; VirtualThreadDrain b; }")
                .stream().filter(line -> line.contains("cannot find symbol")).count());
    }

    private String compiled(String text) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        FileTree.delete(classes);
        return new Compilation(Exercise.find(REPOSITORY, "1"), write("file", text),
                Files.createDirectory(classes), REPOSITORY).errors(List.of()).replace(folder.toString(), "‹folder›");
    }
}
