package classroom.lesson;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The teacher's paper: to each question theory's answer, and the wrong one that is given most often. Stateless. */
public final class Answers {
    private static final int WIDTH = 100;
    private static final String INDENT = "   ";

    private Answers() {
    }

    /** @param seed the students' one; 0: the printed numbers */
    public static String text(Path repository, long seed) {
        return head(seed) + Lessons.plans(repository, seed).stream().map(Answers::text)
                .collect(Collectors.joining("\n", "\n", ""));
    }

    private static String head(long seed) {
        return "Answers to the ten lessons" + (seed == 0 ? "" : ", seed " + seed)
                + ". Theory leaves out CPU time and chance:\n"
                + "what is measured is some percent less, and in the overloads of lessons 9 and 10 more.\n"
                + "Lesson 8 depends on the number of cores; its answer is that of this machine.\n";
    }

    private static String text(LessonPlan plan) {
        Lesson lesson = plan.lesson();
        List<String> lines = new ArrayList<>(List.of(lesson.id() + ". " + lesson.title()));
        lines.addAll(wrapped(lesson.question()));
        lines.addAll(wrapped("Answer: " + answer(lesson)));
        lines.addAll(wrapped("Theory: " + lesson.theory().text()));
        lines.addAll(wrapped("Often: " + plan.mistake()));
        return String.join("\n", lines) + "\n";
    }

    private static String answer(Lesson lesson) {
        double value = lesson.theory().value();
        return lesson.asks().kind() == Asks.Kind.CHOICE ? lesson.asks().choices().get((int) value)
                : LessonPlan.number(value) + " " + lesson.asks().unit();
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(INDENT);
        for (String word : text.split(" ")) {
            if (line.length() > INDENT.length() && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line.setLength(INDENT.length());
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
