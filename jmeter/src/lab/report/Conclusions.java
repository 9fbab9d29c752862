package lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import lab.define.Hypothesis.Bound;
import lab.define.Hypothesis;
import lab.judge.Analysis;
import lab.judge.Judgement;

/** What became of an experiment's hypotheses, for the page and the terminal. Stateless. */
final class Conclusions {
    static final String METHOD = """
            Said before it was measured. Supported or refuted is what the whole of the ratio's confidence interval \
            supports or refutes; where it overlaps a bound, or a point is not valid, nothing is concluded. Where \
            valid repetitions alone are too few, those that are usable with care count too, and the verdict says so.""";

    private Conclusions() {
    }

    /** A table, first row the head; nothing else where nothing was expected. */
    static List<List<String>> table(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ratio", "expected", "refuted by", "measured", "verdict"));
        for (Judgement judgement : Judgement.of(analysis)) {
            rows.add(List.of(subject(analysis, judgement.hypothesis()), bounds(judgement.hypothesis().expected()),
                    bounds(judgement.hypothesis().refuting()), judgement.ratioText(), verdict(judgement)));
        }
        return rows;
    }

    private static String verdict(Judgement judgement) {
        return judgement.outcome().label()
                + (judgement.reason().isEmpty() ? "" : ": " + judgement.reason());
    }

    /** The last lines of the short form. */
    static List<String> lines(Analysis analysis) {
        List<Judgement> judgements = Judgement.of(analysis);
        if (judgements.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("", "What was expected:"));
        judgements.forEach(judgement -> lines.add("  " + line(analysis, judgement)));
        return lines;
    }

    private static String line(Analysis analysis, Judgement judgement) {
        Hypothesis hypothesis = judgement.hypothesis();
        String expected = hypothesis.expected().isEmpty() ? "" : "expected " + bounds(hypothesis.expected());
        String refuting = hypothesis.refuting().isEmpty() ? "" : "refuted by " + bounds(hypothesis.refuting());
        return verdict(judgement) + ": " + subject(analysis, hypothesis) + " " + judgement.ratioText() + ", " + expected
                + (expected.isEmpty() || refuting.isEmpty() ? "" : ", ") + refuting;
    }

    private static String subject(Analysis analysis, Hypothesis hypothesis) {
        return hypothesis.contender() + " / " + hypothesis.base() + ", " + hypothesis.metric() + ", "
                + Tables.where(analysis, hypothesis.load());
    }

    private static String bounds(List<Bound> bounds) {
        return bounds.stream().map(Bound::toString).collect(Collectors.joining(", "));
    }
}
