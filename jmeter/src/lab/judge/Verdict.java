package lab.judge;

import module java.base;
import common.commandline.UsageException;
import experiment.Experiment;
import experiment.Hypothesis.Bound;
import experiment.Hypothesis;
import experiment.Metric;
import experiment.Prediction;
import text.Numbers;

/**
 * The verdict on a hypothesis. A bound holds or fails only if it does so for the whole interval, or for the value of a
 * single repetition.
 *
 * @param ratio without a base, the figure itself, with the least and the greatest of the repetitions
 * @param reason why there is no verdict, or what limits it; may be empty
 */
public record Verdict(Hypothesis hypothesis, Outcome outcome, Ratio ratio, String reason) {
    private static final String ONE_REPETITION = "one repetition";

    public enum Outcome {
        SUPPORTED("✓ supported"), REFUTED("✗ refuted"), UNDECIDED("? undecided");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** @throws UsageException if a hypothesis is about an unknown metric */
    public static void check(Experiment experiment) {
        for (Hypothesis each : experiment.claims().hypotheses()) {
            String fault = fault(each, experiment);
            if (!fault.isEmpty()) {
                throw new UsageException(experiment.name() + ": " + each.subject() + ": " + fault);
            }
        }
    }

    private static String fault(Hypothesis hypothesis, Experiment experiment) {
        Metric metric = Metric.named(hypothesis.metric()).orElse(null);
        if (metric == null) {
            return "no metric '" + hypothesis.metric() + "'; there are "
                    + Stream.of(Metric.values()).map(Metric::label).collect(Collectors.joining(", "));
        }
        if (isAboutTheory(hypothesis) && metric != Metric.THROUGHPUT && metric != Metric.MEAN) {
            return "theory predicts only throughput and mean latency";
        }
        if (metric.isBeside() && experiment.beside().isEmpty()) {
            return "the experiment has no beside-path";
        }
        boolean needsDeadline = metric == Metric.GOODPUT || metric == Metric.GOODPUT_BESIDE;
        return needsDeadline && experiment.claims().deadline().isEmpty() ? "the experiment has no deadline" : "";
    }

    private static boolean isAboutTheory(Hypothesis hypothesis) {
        return hypothesis.base().equals(Hypothesis.THEORY);
    }

    private static boolean isOfTwo(Hypothesis hypothesis) {
        return !hypothesis.base().isEmpty() && !isAboutTheory(hypothesis);
    }

    public static List<Verdict> of(Analysis analysis) {
        return analysis.experiment().claims().hypotheses().stream()
                .map(each -> of(analysis, each))
                .toList();
    }

    private static Verdict of(Analysis analysis, Hypothesis hypothesis) {
        Metric metric = Metric.named(hypothesis.metric()).orElseThrow();
        List<Point> points = Stream.of(hypothesis.contender(), hypothesis.base())
                .limit(isOfTwo(hypothesis) ? 2 : 1)
                .map(name -> analysis.point(name, hypothesis.load())
                        .orElse(new Point(name, hypothesis.load(), List.of(), Map.of())))
                .toList();
        List<String> missing = points.stream().flatMap(point -> missing(point, metric).stream()).toList();
        if (!missing.isEmpty()) {
            return undecided(hypothesis, Ratio.UNKNOWN, String.join("; ", missing));
        }
        boolean grows = points.stream().anyMatch(point -> point.grows(metric));
        Ratio ratio = isOfTwo(hypothesis)
                ? ratio(analysis, points.getFirst(), points.getLast(), metric)
                : toNumber(hypothesis, points.getFirst(), metric);
        if (!ratio.isKnown()) {
            return undecided(hypothesis, ratio, grows ? "both latencies grow" : "some runs lack this figure");
        }
        if ((metric.isLatency() || metric == Metric.THROUGHPUT) && points.stream().anyMatch(Point::isHeldBack)) {
            return undecided(hypothesis, ratio, heldBack(points));
        }
        Outcome outcome = outcome(hypothesis, ratio);
        if (outcome == Outcome.UNDECIDED) {
            return undecided(hypothesis, ratio, doubt(hypothesis, ratio));
        }
        String single = grows ? "a latency grows" : ONE_REPETITION;
        return new Verdict(hypothesis, outcome, ratio, ratio.repeated() ? "" : single);
    }

    private static Verdict undecided(Hypothesis hypothesis, Ratio ratio, String reason) {
        return new Verdict(hypothesis, Outcome.UNDECIDED, ratio, reason);
    }

    private static Optional<String> missing(Point point, Metric metric) {
        if (!point.isMeasured()) {
            return Optional.of(point.contender() + " was not measured");
        }
        if (!point.isValid(metric)) {
            return Optional.of(point.contender() + "'s " + metric.label() + " is invalid: "
                    + point.doubts().get(metric));
        }
        return point.missingAnswers(metric) == 0
                ? Optional.empty()
                : Optional.of(point.contender() + " has too few answers for this percentile");
    }

    private static String heldBack(List<Point> points) {
        String names = points.stream()
                .filter(Point::isHeldBack)
                .map(Point::contender)
                .collect(Collectors.joining(" and "));
        return "the throughput of " + names + " stayed below theory while other programs used the machine";
    }

    /** A latency that grows is infinite. */
    private static Ratio ratio(Analysis analysis, Point point, Point base, Metric metric) {
        if (point.grows(metric)) {
            return base.grows(metric) ? Ratio.UNKNOWN : Ratio.ofOne(Double.POSITIVE_INFINITY);
        }
        return base.grows(metric) ? Ratio.ofOne(0) : analysis.ratio(point, base, metric);
    }

    /** The median, and the range of the repetitions. */
    private static Ratio toNumber(Hypothesis hypothesis, Point point, Metric metric) {
        if (point.grows(metric)) {
            return Ratio.ofOne(Double.POSITIVE_INFINITY);
        }
        double base = isAboutTheory(hypothesis) ? predicted(point.predicted(), metric) : 1;
        if (!Double.isFinite(base)) {
            return Ratio.UNKNOWN;
        }
        Repetitions repetitions = point.repetitions(metric);
        double error = point.clockError(metric);
        return new Ratio(
                repetitions.median() / base,
                Math.max(0, repetitions.least() - error) / base,
                (repetitions.greatest() + error) / base,
                repetitions.count() > 1);
    }

    private static double predicted(Prediction theory, Metric metric) {
        return metric == Metric.MEAN ? 1e3 * theory.latency() : theory.throughput();
    }

    private static Outcome outcome(Hypothesis hypothesis, Ratio ratio) {
        List<Bound> expected = hypothesis.expected();
        List<Bound> refuting = hypothesis.refuting();
        boolean refuted = refuting.isEmpty()
                ? expected.stream().anyMatch(bound -> fails(bound, ratio))
                : refuting.stream().anyMatch(bound -> holds(bound, ratio));
        if (refuted) {
            return Outcome.REFUTED;
        }
        boolean supported = expected.stream().allMatch(bound -> holds(bound, ratio))
                && refuting.stream().allMatch(bound -> fails(bound, ratio));
        return supported ? Outcome.SUPPORTED : Outcome.UNDECIDED;
    }

    private static String doubt(Hypothesis hypothesis, Ratio ratio) {
        String range = isOfTwo(hypothesis) ? "the interval" : "the range";
        String overlaps = ratio.repeated()
                ? range + " overlaps the bound "
                : ONE_REPETITION + ", and whole milliseconds are too coarse for the bound ";
        return Stream.of(hypothesis.expected(), hypothesis.refuting())
                .flatMap(List::stream)
                .filter(bound -> !holds(bound, ratio) && !fails(bound, ratio))
                .findFirst()
                .map(bound -> overlaps + bound)
                .orElse("the ratio lies between the expected and the refuting ones");
    }

    private static boolean holds(Bound bound, Ratio ratio) {
        return bound.holds(ratio.low()) && bound.holds(ratio.high());
    }

    private static boolean fails(Bound bound, Ratio ratio) {
        return !bound.holds(ratio.low()) && !bound.holds(ratio.high());
    }

    public String text() {
        return outcome.label() + (reason.isEmpty() ? "" : ": " + reason);
    }

    public String ratioText() {
        if (!ratio.isKnown() || !hypothesis.base().isEmpty()) {
            return ratio.text();
        }
        String range = Numbers.text(ratio.low()) + "–" + Numbers.text(ratio.high());
        String unit = Metric.named(hypothesis.metric()).orElseThrow().unit();
        return (Numbers.text(ratio.estimate()) + (ratio.repeated() ? " (" + range + ") " : " ") + unit).strip();
    }
}
