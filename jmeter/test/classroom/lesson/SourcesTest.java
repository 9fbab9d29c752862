package classroom.lesson;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import lab.TemporaryFolder;
import testing.Test;

/** Pieces of source files. */
class SourcesTest implements AutoCloseable {
    private final TemporaryFolder folder = new TemporaryFolder();
    private final Sources sources = new Sources(folder.path());

    SourcesTest() throws IOException {
        Files.writeString(folder.path().resolve("A.java"), """
                class A {
                    private int a = 1;
                    private int b =
                            2;

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
    void aBlockMovesToTheLeftAStatementGoesToItsEndAndAnotherLineIsAlone() {
        assertEquals(new Lesson.Extract("A.java", 6, List.of("int a(int b,", "        int c) {", "    if (b > c) {",
                "        return a;", "    }", "", "    return b;", "}")), sources.find("A.java", "int a("));
        assertEquals(new Lesson.Extract("A.java", 2, List.of("private int a = 1;")), sources.find("A.java", "int a ="));
        assertEquals(new Lesson.Extract("A.java", 3, List.of("private int b =", "        2;")),
                sources.find("A.java", "int b ="));
    }

    /** Students change the sources, and the lesson must go on. */
    @Test
    void aMarkerThatIsNoLongerThereIsNamedInPlaceOfTheCode() {
        assertEquals(new Lesson.Extract("A.java", 0, List.of("(no longer there: int z())")),
                sources.find("A.java", "int z()"));
        assertEquals(new Lesson.Extract("B.java", 0, List.of("(no longer there: int a()")),
                sources.find("B.java", "int a("), "without the file");
    }
}
