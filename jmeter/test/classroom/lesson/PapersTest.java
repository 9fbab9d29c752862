package classroom.lesson;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import testing.Test;

/** The teacher's paper and the students'. */
class PapersTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int WIDEST = 100;

    @Test
    void theTeacherReadsQuestionTheoryAndMistake() throws Exception {
        String text = Papers.answers(REPOSITORY, 0);
        assertContains("1. One thread\n", text);
        assertContains("Answer: 20 requests/s\n   Theory: 1 thread / 0.05 s = 20/s\n   Often: 400/s", text);
        assertContains("Answer: 20 to 500 MiB more", text);
        assertContains("10. A dependency that hangs", text);
        assertTrue(text.lines().allMatch(line -> line.length() <= WIDEST), "fits a terminal");
    }

    @Test
    void theStudentsPaperHasTheSameQuestionsAndNoAnswer() throws Exception {
        String html = Papers.worksheet(REPOSITORY, 7);
        String plain = html.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        for (Lesson lesson : Lessons.all(REPOSITORY, 7)) {
            assertContains(lesson.question(), plain);
            assertTrue(!plain.contains(lesson.theory().text()), "lesson " + lesson.id() + " gives its answer away");
        }
        assertEquals(10, html.split("My prediction", -1).length - 1, "places to predict");
        assertContains("seed 7", html);
        assertContains("☐ 20 to 500 MiB more", html);
        assertTrue(!html.contains("<script"), "paper runs no script");
    }
}
