package classroom.lesson;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import experiment.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import testing.Test;

/** Pieces of source files. */
class SourcesTest implements AutoCloseable {
    private final TemporaryFolder folder = new TemporaryFolder();
    private final Sources sources = new Sources(folder.path());

    SourcesTest() throws IOException {
        Files.writeString(folder.path().resolve("A.java"), """
                class A {
                    private int a = 1;

                    int a(int b,
                            int c) {
                        if (b > c) {
                            return a;
                        }

                        return b;
                    }
                }
                """);
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    @Test
    void aBlockEndsWithItsBraceAndMovesToTheLeft() {
        assertEquals(new Extract("A.java", 4, List.of("int a(int b,", "        int c) {", "    if (b > c) {",
                "        return a;", "    }", "", "    return b;", "}")), sources.find("A.java", "int a("));
    }

    @Test
    void aLineThatOpensNoBlockIsAlone() {
        assertEquals(new Extract("A.java", 2, List.of("private int a = 1;")), sources.find("A.java", "int a ="));
    }

    @Test
    void aMarkerThatIsNoLongerThereIsNamed() {
        assertContains("A.java has no line with: int z()", assertThrows(IllegalStateException.class,
                () -> sources.find("A.java", "int z()")).getMessage());
    }
}
