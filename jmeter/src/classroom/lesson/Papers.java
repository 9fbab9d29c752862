package classroom.lesson;

import static text.Markup.escape;

import module java.base;
import common.commandline.Tool;
import common.http.PageServer;
import text.Numbers;

public final class Papers {
    private static final String ANSWERS = """
            Answers to the lessons%s. Theory ignores CPU time and chance: a measurement is
            usually a few percent lower. In lesson 9 it is higher, and in lesson 10 it may be up
            to a tenth higher or lower. The answer to lesson 8 depends on the number of
            cores, and is for this machine.

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

    public static String answers(List<Lesson> lessons, long seed) {
        return lessons.stream().map(Papers::answer)
                .collect(Collectors.joining("\n",
                        ANSWERS.formatted(seed == 0 ? "" : ", seed " + seed), ""));
    }

    private static String answer(Lesson lesson) {
        double value = lesson.theory().value();
        String answer = lesson.asks().isChoice()
                ? lesson.asks().choices().get((int) value)
                : Numbers.text(value) + " " + lesson.asks().unit();
        List<String> lines = new ArrayList<>(List.of(lesson.id() + ". " + lesson.title()));
        for (String paragraph : List.of(lesson.question(), "Answer: " + answer,
                "Theory: " + lesson.theory().text(), "Common mistake: " + lesson.mistake())) {
            lines.addAll(Tool.lines(INDENT, paragraph));
        }
        return String.join("\n", lines) + "\n";
    }

    public static String worksheet(List<Lesson> lessons, long seed) throws IOException {
        return PageServer.page("/classroom/worksheet.html").text()
                .replace("{seed}", seed == 0 ? "" : " · numbers of seed " + seed)
                .replace("{lessons}",
                        lessons.stream().map(Papers::section).collect(Collectors.joining()));
    }

    private static String section(Lesson lesson) {
        Asks asks = lesson.asks();
        String choices = asks.choices().stream()
                .map(choice -> "<li>☐ " + escape(choice) + "</li>\n")
                .collect(Collectors.joining());
        return LESSON.formatted(lesson.id(), escape(lesson.title()), escape(lesson.question()),
                choices.isEmpty() ? "" : "<ul>\n" + choices + "</ul>\n",
                asks.unit().isEmpty() ? "" : ", " + escape(asks.unit()));
    }
}
