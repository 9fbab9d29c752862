package classroom.web;

import classroom.lesson.Answer;
import classroom.lesson.Expected;
import classroom.lesson.Lesson;
import classroom.run.Outcome;
import java.util.ArrayList;
import java.util.List;
import lab.judge.Run;
import lab.judge.ValidityRules;

/** What stands beside the prediction once it is revealed. Immutable. */
public record RevealView(Value theory, Value measured, List<String> findings, List<Votes> votes,
        List<ResultView> results) {

    /** @param value null where it cannot be told; the text says why */
    public record Value(Double value, String text) {
    }

    /** How many in the room guessed it. */
    public record Votes(double value, int count) {
    }

    static RevealView of(Lesson lesson, Outcome outcome, Session session) {
        Expected theory = lesson.theory();
        Answer answer = lesson.measured(outcome.runs());
        List<ResultView> results = outcome.runs().stream()
                .map(run -> ResultView.of(run, outcome.traces().getOrDefault(run.contender(), List.of()))).toList();
        return new RevealView(new Value(Known.orNull(theory.value()), theory.text()),
                new Value(Known.orNull(answer.value()), answer.text()), findings(lesson, outcome.runs()),
                votes(lesson, session), results);
    }

    private static List<String> findings(Lesson lesson, List<Run> runs) {
        return runs.stream().flatMap(run -> ValidityRules.findings(run).stream()
                .map(finding -> runs.size() == 1 ? finding : lesson.label(run.contender()) + ": " + finding)).toList();
    }

    private static List<Votes> votes(Lesson lesson, Session session) {
        List<Votes> votes = new ArrayList<>();
        session.room().ifPresent(room -> room.histogram(lesson.id())
                .forEach((value, count) -> votes.add(new Votes(value, count))));
        return votes;
    }
}
