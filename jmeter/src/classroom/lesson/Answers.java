package classroom.lesson;

import common.text.Prose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The teacher's paper: to each question theory's answer, and the wrong one that is given most often. Stateless. */
public final class Answers {
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
        lines.addAll(Prose.lines(INDENT, lesson.question()));
        lines.addAll(Prose.lines(INDENT, "Answer: " + answer(lesson)));
        lines.addAll(Prose.lines(INDENT, "Theory: " + lesson.theory().text()));
        lines.addAll(Prose.lines(INDENT, "Often: " + plan.mistake()));
        return String.join("\n", lines) + "\n";
    }

    private static String answer(Lesson lesson) {
        double value = lesson.theory().value();
        return lesson.asks().kind() == Asks.Kind.CHOICE ? lesson.asks().choices().get((int) value)
                : LessonPlan.number(value) + " " + lesson.asks().unit();
    }
}
