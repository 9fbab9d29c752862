package lab.judge;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Hypothesis.Bound;
import lab.define.Hypothesis;
import lab.judge.Analysis.Comparison;
import lab.results.Metric;
import text.Numbers;

/**
 * The verdict on a hypothesis. A bound holds or fails only if it does so for the whole confidence interval.
 *
 * @param ratio null if there is none
 * @param reason why there is no verdict, or a reservation; may be empty
 */
public record Judgement(Hypothesis hypothesis, Outcome outcome, ConfidenceInterval ratio, String reason) {

    public static List<Judgement> of(Analysis analysis) {
        return analysis.results().experiment().hypotheses().stream().map(each -> of(analysis, each)).toList();
    }

    private static Judgement of(Analysis analysis, Hypothesis hypothesis) {
        Metric metric = Arrays.stream(Metric.values()).filter(each -> each.label().equals(hypothesis.metric()))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("no metric " + hypothesis.metric()));
        Map<String, Point> points = analysis.pointsAt(hypothesis.load()).stream()
                .collect(Collectors.toMap(Point::contender, Function.identity()));
        Point point = points.get(hypothesis.contender());
        Point base = points.get(hypothesis.base());
        String missing = Stream.of(missing(point, metric).map(hypothesis.contender()::concat),
                missing(base, metric).map(hypothesis.base()::concat)).flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        if (!missing.isEmpty()) {
            return new Judgement(hypothesis, Outcome.CANNOT_JUDGE, null, missing);
        }
        Comparison pair = Comparison.of(point, base, metric).withEnough();
        ConfidenceInterval ratio = pair.ratio();
        if (!ratio.isKnown()) {
            return new Judgement(hypothesis, Outcome.CANNOT_JUDGE, null, "some runs lack this figure");
        }
        Outcome outcome = ratio.hasConfidence() ? outcome(hypothesis, ratio) : Outcome.CANNOT_JUDGE;
        return new Judgement(hypothesis, outcome, ratio, outcome == Outcome.CANNOT_JUDGE ? doubt(hypothesis, ratio)
                : pair.isWithCare() ? Validity.WITH_CARE.label() : "");
    }

    private static Optional<String> missing(Point point, Metric metric) {
        return point == null || !point.isMeasured() ? Optional.of(" was not measured")
                : !point.isUsable(metric) ? Optional.of("'s " + metric.label() + " is in doubt")
                : !point.hasEnoughAnswers(metric) ? Optional.of(" has too few answers for this percentile")
                : Optional.empty();
    }

    private static String doubt(Hypothesis hypothesis, ConfidenceInterval ratio) {
        if (!ratio.hasConfidence()) {
            return ratio.confidence() == 0 ? "a single valid repetition has no confidence interval"
                    : "too few valid repetitions: the interval's confidence is only "
                    + Numbers.percent(ratio.confidence(), 0);
        }
        return Stream.of(hypothesis.expected(), hypothesis.refuting()).flatMap(List::stream)
                .filter(bound -> bound.holds(ratio.low()) != bound.holds(ratio.high())).findFirst()
                .map(bound -> "the interval overlaps the bound " + bound)
                .orElse("the interval lies between the expected and the refuting ratios");
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

    public String ratioText() {
        return ratio == null ? Numbers.UNKNOWN : Numbers.times(ratio.estimate()) + (ratio.confidence() == 0 ? ""
                : " (" + ratio.text() + ")");
    }

    public enum Outcome {
        SUPPORTED("✓ supported"), REFUTED("✗ refuted"), CANNOT_JUDGE("? cannot judge");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
