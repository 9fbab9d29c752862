package classroom.web;

import classroom.lesson.Asks;
import classroom.lesson.Lesson;
import classroom.lesson.Setup;
import classroom.lesson.Why;
import classroom.run.Progress;
import java.util.List;
import java.util.Locale;

/**
 * A lesson as the page shows it. Until it is revealed, neither theory nor measurement is in it: the page's source would
 * tell them. Immutable.
 */
public record LessonView(int id, String title, String question, Setup setup, AsksView asks,
        List<ContenderView> contenders, String state, Double prediction, RunView run, String failure, RevealView reveal,
        Why why) {

    /** As {@link Asks}, its kind in small letters. */
    public record AsksView(String kind, String unit, double least, double most, List<String> choices) {
        static AsksView of(Asks asks) {
            return new AsksView(small(asks.kind()), asks.unit(), asks.least(), asks.most(), asks.choices());
        }
    }

    /** @param label for people */
    public record ContenderView(String name, String label) {
    }

    static LessonView of(Lesson lesson, Progress progress, Session session) {
        boolean revealed = progress.state() == Progress.State.REVEALED;
        return new LessonView(lesson.id(), lesson.title(), lesson.question(), lesson.setup(),
                AsksView.of(lesson.asks()), contenders(lesson), small(progress.state()),
                Known.orNull(progress.prediction()), RunView.of(progress.position()), progress.failure(),
                revealed ? RevealView.of(lesson, progress.outcome(), session) : null, revealed ? lesson.why() : null);
    }

    private static List<ContenderView> contenders(Lesson lesson) {
        return lesson.experiment().contenders().stream()
                .map(each -> new ContenderView(each.name(), lesson.label(each.name()))).toList();
    }

    private static String small(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
