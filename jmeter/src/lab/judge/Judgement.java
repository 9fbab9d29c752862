package lab.judge;

import common.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import lab.define.Hypothesis.Bound;
import lab.define.Hypothesis;
import lab.judge.Analysis.Comparison;

/**
 * What the measurements say of a hypothesis. A bound holds, or does not, if all of the ratio's confidence interval says
 * so.
 *
 * @param ratio  that was measured; null where there is none
 * @param reason why it cannot be judged, or with which reserve it was; empty for none
 */
public record Judgement(Hypothesis hypothesis, Outcome outcome, ConfidenceInterval ratio, String reason) {

    public static List<Judgement> of(Analysis analysis) {
        return analysis.results().experiment().hypotheses().stream().map(each -> of(analysis, each)).toList();
    }

    private static Judgement of(Analysis analysis, Hypothesis hypothesis) {
        Metric metric = metric(hypothesis);
        Optional<Point> point = point(analysis, hypothesis, hypothesis.contender());
        Optional<Point> base = point(analysis, hypothesis, hypothesis.base());
        String missing = missing(point, hypothesis.contender(), metric) + missing(base, hypothesis.base(), metric);
        if (!missing.isEmpty()) {
            return new Judgement(hypothesis, Outcome.CANNOT_JUDGE, null, missing.substring(2));
        }
        return of(hypothesis, Comparison.of(point.orElseThrow(), base.orElseThrow(), metric)
                .withEnough());
    }

    static Metric metric(Hypothesis hypothesis) {
        return Arrays.stream(Metric.values()).filter(each -> each.label().equals(hypothesis.metric())).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no metric " + hypothesis.metric()));
    }

    private static Optional<Point> point(Analysis analysis, Hypothesis hypothesis, String contender) {
        return analysis.at(hypothesis.load()).stream().filter(each -> each.contender().equals(contender)).findFirst();
    }

    private static String missing(Optional<Point> point, String contender, Metric metric) {
        return point.isEmpty() || !point.get().isMeasured() ? "; " + contender + " was not measured"
                : !point.get().isUsable(metric) ? "; " + contender + " is not valid there"
                : !point.get().isCarried(metric) ? "; " + contender + " has too few answers for it" : "";
    }

    private static Judgement of(Hypothesis hypothesis, Comparison pair) {
        ConfidenceInterval ratio = pair.ratio();
        String care = pair.isWithCare() ? "usable with care" : "";
        if (!ratio.isKnown() || !ratio.hasConfidence()) {
            String why = !ratio.isKnown() ? "it was not measured in each run" : ratio.confidence() == 0
                    ? "one valid repetition has no interval" : String.format(Locale.ROOT,
                    "too few valid repetitions: the interval's confidence is %.0f %%", 100 * ratio.confidence());
            return new Judgement(hypothesis, Outcome.CANNOT_JUDGE, ratio.isKnown() ? ratio : null, why);
        }
        Outcome outcome = outcome(hypothesis, ratio);
        return new Judgement(hypothesis, outcome, ratio, outcome != Outcome.CANNOT_JUDGE ? care
                : overlapped(hypothesis, ratio).map(bound -> "the interval overlaps the bound " + bound)
                .orElse("between what is expected and what would refute it"));
    }

    private static Outcome outcome(Hypothesis hypothesis, ConfidenceInterval ratio) {
        List<Bound> expected = hypothesis.expected();
        List<Bound> refuting = hypothesis.refuting();
        boolean refuted = refuting.isEmpty() ? expected.stream().anyMatch(bound -> fails(bound, ratio))
                : refuting.stream().anyMatch(bound -> holds(bound, ratio));
        boolean supported = expected.stream().allMatch(bound -> holds(bound, ratio))
                && refuting.stream().allMatch(bound -> fails(bound, ratio));
        return refuted ? Outcome.REFUTED : supported ? Outcome.SUPPORTED : Outcome.CANNOT_JUDGE;
    }

    private static boolean holds(Bound bound, ConfidenceInterval ratio) {
        return bound.holds(ratio.low()) && bound.holds(ratio.high());
    }

    private static boolean fails(Bound bound, ConfidenceInterval ratio) {
        return !bound.holds(ratio.low()) && !bound.holds(ratio.high());
    }

    private static Optional<Bound> overlapped(Hypothesis hypothesis, ConfidenceInterval ratio) {
        return Stream.of(hypothesis.expected(), hypothesis.refuting()).flatMap(List::stream)
                .filter(bound -> bound.holds(ratio.low()) != bound.holds(ratio.high())).findFirst();
    }

    /** {@code 4.98× (4.95–5.02)}; not available where there is none. */
    public String ratioText() {
        return ratio == null ? Numbers.UNKNOWN : Numbers.times(ratio.estimate()) + (ratio.confidence() == 0 ? ""
                : " (" + ratio.text() + ")");
    }

    /** What measurements can do to a hypothesis. */
    public enum Outcome {
        SUPPORTED("supported", "✓"),
        REFUTED("refuted", "✗"),
        CANNOT_JUDGE("cannot judge", "?");

        private final String label;
        private final String mark;

        Outcome(String label, String mark) {
            this.label = label;
            this.mark = mark;
        }

        public String label() {
            return label;
        }

        public String mark() {
            return mark;
        }
    }
}
