package classroom.lesson;

import common.commandline.Tool;
import common.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is printed of the lessons: the teacher's answers, and the worksheet for the students. */
public final class Papers {
    private static final String ANSWERS = """
            Answers to the ten lessons%s. Theory leaves out CPU time and chance:
            what is measured is some percent less, and in the overloads of lessons 9 and 10 more.
            Lesson 8 depends on the number of cores; its answer is that of this machine.

            """;
    private static final String INDENT = "   ";
    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Predict, run, explain%1$s</title>
            <style>
            @page { margin: 14mm; }      /* A4 or Letter: the printer knows */
            body { margin: 0 auto; max-width: 180mm; color: #000; background: #fff;
              font: 11pt/1.35 "DejaVu Sans", Verdana, sans-serif; }
            h1 { font-size: 17pt; margin: 0 0 2mm; }
            section { break-inside: avoid; margin: 0 0 7mm; }
            h2 { font-size: 12pt; margin: 0 0 1mm; }
            p, ul { margin: 0 0 2mm; }
            ul { padding-left: 0; list-style: none; }
            table { width: 100%%; border-collapse: collapse; table-layout: fixed; }
            td { border: .3mm solid #000; height: 13mm; padding: 1mm 2mm; vertical-align: top; font-size: 9pt; }
            td[colspan] { height: 22mm; }
            </style>
            </head>
            <body>
            <h1>Predict, run, explain</h1>
            <p>Name: ______________________________%1$s</p>
            <p>Throughput = requests in flight / time in flight. Predict before you run.</p>
            %2$s</body>
            </html>
            """;
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
        String answer = lesson.asks().kind() == Asks.Kind.CHOICE ? lesson.asks().choices().get((int) value)
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
    public static String worksheet(Path repository, long seed) {
        return PAGE.formatted(seed == 0 ? "" : " · numbers of seed " + seed, Lessons.all(repository, seed).stream()
                .map(Papers::section).collect(Collectors.joining()));
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
