package classroom.lesson;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class SourcesTest {
    private static final String SOURCE = """
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
            """;

    @Test
    void findsABlockOrAStatementAndRemovesTheIndentation() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Files.writeString(folder.path().resolve("A.java"), SOURCE);
            Sources sources = new Sources(folder.path());
            assertEquals(new Lesson.Extract("A.java", 6, List.of("int a(int b,", "        int c) {",
                    "    if (b > c) {", "        return a;", "    }", "", "    return b;", "}")),
                    sources.find("A.java", "int a("));
            assertEquals(new Lesson.Extract("A.java", 2, List.of("private int a = 1;")),
                    sources.find("A.java", "int a ="));
            assertEquals(new Lesson.Extract("A.java", 3, List.of("private int b =", "        2;")),
                    sources.find("A.java", "int b ="));
            for (String file : List.of("A.java", "B.java")) {
                Lesson.Extract none = sources.find(file, "int z(");
                assertEquals(List.of(file, 0, 1), List.of(none.file(), none.from(), none.lines().size()));
                Words.assertSame("lessons", "code that a student has removed", none.lines().getFirst());
            }
        }
    }
}
