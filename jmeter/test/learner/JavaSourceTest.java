package learner;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import learner.JavaSource.NoSourceException;
import testing.TemporaryFolder;
import testing.Test;

class JavaSourceTest extends TemporaryFolder {
    /** A text, its public classes that are in no other, and where a compiler looks for all of its classes. */
    private static final Object[][] TEXTS = {
        {"public class A { public class In { } } class B { }", List.of("A"), List.of("A.java", "B.java")},
        {"\uFEFFpackage a.b;\npublic final class A<T> { }", List.of("A"), List.of("a/b/A.java")},
        {"// public class C\n/* public class D { } */ class A { String s = \"public class E\"; }", List.of(),
            List.of("A.java")},
        {"class A { String s = \"\"\"\npublic class E { }\n\"\"\"; }", List.of(), List.of("A.java")},
        {"@Deprecated strictfp\npublic\nabstract class A { }", List.of("A"), List.of("A.java")},
        {"\\u0070ublic class Größe { }", List.of("Größe"), List.of("Größe.java")},
        {"public record A(int a) { } public interface B { } public enum C { } public @interface D { }",
            List.of("A", "B", "C", "D"), List.of("A.java", "B.java", "C.java", "D.java")},
        {"public class A { int x = 1 } class B { }", List.of("A"), List.of("A.java", "B.java")},
        {"public class A { void a() { } } void b() { }", List.of("A"), List.of("A.java")},
        {"void main() { }", List.of(), List.of()}, {"", List.of(), List.of()}, {"module a { }", List.of(), List.of()},
        {"package a;", List.of(), List.of()}, {"a letter", List.of(), List.of()},
        {"\0\0\0", List.of(), List.of()},
        {"public class A { int x = " + "1 + ".repeat(10_000) + "1; }", List.of("A"), List.of("A.java")}};

    @Test
    void classesAreFoundAsTheCompilerFindsThem() throws Exception {
        for (Object[] each : TEXTS) {
            JavaSource source = JavaSource.read(write("File.java", (String) each[0]));
            assertEquals(each[1], source.publicTypes(), (String) each[0]);
            assertEquals(each[2], source.places(), (String) each[0]);
        }
    }

    @Test
    void aTextThatIsTooDeepForTheParserHasNoClass() throws Exception {
        JavaSource deep = JavaSource.read(write("File.java", "public class A { int x = " + "(".repeat(20_000)));
        assertEquals(List.of(), deep.places());
    }

    @Test
    void whatIsNoTextIsRefused() throws Exception {
        Path large = Files.write(folder.resolve("large"), new byte[1_000_001]);
        Path latin = Files.write(folder.resolve("latin"), "// Größe\n".getBytes(StandardCharsets.ISO_8859_1));
        for (Path each : List.of(large, latin)) {
            assertThrows(NoSourceException.class, () -> JavaSource.read(each));
        }
        assertEquals(0, JavaSource.read(Files.writeString(large, " ".repeat(1_000_000))).places().size());
    }
}
