package classroom.lesson;

import common.commandline.Tool;
import common.http.PageServer;
import common.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is printed of the lessons: the teacher's answers, and the worksheet for the students. */
public final class Papers {
    private static final String ANSWERS = """
            Answers to the lessons%s. Theory leaves out CPU time and chance:
            what is measured is some percent less, and in the overloads of lessons 9 and 10 more.
            Lesson 8 depends on the number of cores; its answer is that of this machine.

            """;
    private static final String INDENT = "   ";
    private static final String LESSON = """
            <section>
            <h2>%d. %s</h2>
            <p>%s</p>
            %s<table>
            <tr><td>My prediction%s</td><td>Theory</td><td>Measured</td></tr>
            <tr><td colspan="3">Why</td></tr>
            </table>
            </section>
            """;

    private Papers() {
    }

    /**
     * To each question theory's answer, and the wrong one that is given most often.
     *
     * @param seed the students' one; 0: the printed numbers
     */
    public static String answers(Path repository, long seed) {
        return Lessons.all(repository, seed).stream().map(Papers::answer)
                .collect(Collectors.joining("\n", ANSWERS.formatted(seed == 0 ? "" : ", seed " + seed), ""));
    }

    private static String answer(Lesson lesson) {
        double value = lesson.theory().value();
        String answer = lesson.asks().isChoice() ? lesson.asks().choices().get((int) value)
                : Numbers.text(value) + " " + lesson.asks().unit();
        List<String> lines = new ArrayList<>(List.of(lesson.id() + ". " + lesson.title()));
        for (String paragraph : List.of(lesson.question(), "Answer: " + answer, "Theory: " + lesson.theory().text(),
                "Often: " + lesson.mistake())) {
            lines.addAll(Tool.lines(INDENT, paragraph));
        }
        return String.join("\n", lines) + "\n";
    }

    /**
     * A page of HTML to print, with each question and room for what the students find.
     *
     * @param seed another one for each student, and the same for the answers; 0: the printed numbers
     */
    public static String worksheet(Path repository, long seed) throws IOException {
        return PageServer.page("/classroom/worksheet.html").text()
                .replace("{seed}", seed == 0 ? "" : " · numbers of seed " + seed).replace("{lessons}",
                Lessons.all(repository, seed).stream().map(Papers::section).collect(Collectors.joining()));
    }

    private static String section(Lesson lesson) {
        Asks asks = lesson.asks();
        String choices = asks.choices().stream().map(choice -> "<li>☐ " + escape(choice) + "</li>\n")
                .collect(Collectors.joining());
        return LESSON.formatted(lesson.id(), escape(lesson.title()), escape(lesson.question()),
                choices.isEmpty() ? "" : "<ul>\n" + choices + "</ul>\n",
                asks.unit().isEmpty() ? "" : ", " + escape(asks.unit()));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
