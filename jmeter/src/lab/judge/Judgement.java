package lab.judge;

import module java.base;
import common.commandline.CommandLine.UsageException;
import experiment.Experiment;
import experiment.Hypothesis.Bound;
import experiment.Hypothesis;
import experiment.Metric;
import experiment.Point;
import experiment.Prediction;
import experiment.Spread;
import text.Numbers;

/**
 * The verdict on a hypothesis. A bound holds or fails only if it does so for the whole interval, or for the value of a
 * single repetition.
 *
 * @param ratio null if there is none
 * @param reason why there is no verdict, or what limits it; may be empty
 */
public record Judgement(Hypothesis hypothesis, Outcome outcome, Ratio ratio, String reason) {
    private static final String ONE_REPETITION = "one repetition";

    /** @throws UsageException if a hypothesis is about an unknown metric */
    public static void check(Experiment experiment) throws UsageException {
        for (Hypothesis each : experiment.claims().hypotheses()) {
            Optional<Metric> metric = Metric.named(each.metric());
            if (each.base().equals(Hypothesis.THEORY)
                    && metric.filter(named -> named != Metric.THROUGHPUT && named != Metric.MEAN).isPresent()) {
                throw new UsageException(experiment.name() + ": " + each.subject()
                        + ": theory predicts only throughput and mean latency");
            }
            String lacks = metric.filter(Metric::isBeside).isPresent() && experiment.beside().isEmpty() ? "beside-path"
                    : each.metric().startsWith(Metric.GOODPUT.label()) && experiment.claims().deadline().isEmpty()
                    ? "deadline" : "";
            if (!lacks.isEmpty()) {
                throw new UsageException(experiment.name() + ": " + each.subject() + ": the experiment has no "
                        + lacks);
            }
            if (metric.isEmpty()) {
                throw new UsageException(experiment.name() + ": " + each.subject() + ": no metric '" + each.metric()
                        + "'; there are " + Stream.of(Metric.values()).map(Metric::label)
                        .collect(Collectors.joining(", ")));
            }
        }
    }

    public static List<Judgement> of(Analysis analysis) {
        return analysis.results().experiment().claims().hypotheses().stream().map(each -> of(analysis, each)).toList();
    }

    private static Judgement of(Analysis analysis, Hypothesis hypothesis) {
        Metric metric = Metric.named(hypothesis.metric()).orElseThrow();
        boolean hasBase = !hypothesis.base().isEmpty() && !hypothesis.base().equals(Hypothesis.THEORY);
        List<String> names = hasBase ? List.of(hypothesis.contender(), hypothesis.base())
                : List.of(hypothesis.contender());
        List<Point> points = names.stream().flatMap(name -> analysis.point(name, hypothesis.load()).stream())
                .filter(Point::isMeasured).toList();
        String missing = Stream.concat(names.stream().filter(name -> points.stream()
                .noneMatch(point -> point.contender().equals(name))).map(name -> name + " was not measured"),
                points.stream().flatMap(point -> missing(point, metric).stream())).collect(Collectors.joining("; "));
        if (!missing.isEmpty()) {
            return new Judgement(hypothesis, Outcome.UNDECIDED, null, missing);
        }
        boolean grows = points.stream().anyMatch(point -> point.grows(metric));
        boolean bothGrow = hasBase && points.stream().allMatch(point -> point.grows(metric));
        Ratio ratio = grows ? Ratio.ofOne(bothGrow ? Double.NaN : points.getFirst().grows(metric)
                ? Double.POSITIVE_INFINITY : 0)
                : !hasBase ? toNumber(points.getFirst(), metric, hypothesis.base().isEmpty() ? 1
                : predicted(points.getFirst().predicted(), metric))
                : analysis.compare(points.getFirst(), points.getLast(), metric).ratio();
        String heldBack = points.stream().filter(point -> (metric.isLatency() || metric == Metric.THROUGHPUT)
                && Analysis.isHeldBack(point)).map(Point::contender).collect(Collectors.joining(" and "));
        if (!ratio.isKnown() || !heldBack.isEmpty()) {
            return new Judgement(hypothesis, Outcome.UNDECIDED, ratio, !ratio.isKnown() ? grows ? "both latencies grow"
                    : "some runs lack this figure"
                    : "the throughput of " + heldBack + " stayed below theory while other programs used the machine");
        }
        Outcome outcome = outcome(hypothesis, ratio);
        return new Judgement(hypothesis, outcome, ratio, outcome == Outcome.UNDECIDED ? doubt(hypothesis, ratio)
                : ratio.repeated() ? "" : grows ? "a latency grows" : ONE_REPETITION);
    }

    private static double predicted(Prediction theory, Metric metric) {
        return metric == Metric.MEAN ? 1e3 * theory.latency() : theory.throughput();
    }

    /** The median, and the range of the repetitions. */
    private static Ratio toNumber(Point point, Metric metric, double base) {
        Spread spread = point.spread(metric);
        double error = point.clockError(metric);
        return !Double.isFinite(base) ? Ratio.UNKNOWN : new Ratio(spread.median() / base,
                Math.max(0, spread.least() - error) / base, (spread.greatest() + error) / base, spread.count() > 1);
    }

    private static Optional<String> missing(Point point, Metric metric) {
        return !point.isValid(metric) ? Optional.of(point.contender() + "'s " + metric.label() + " is invalid: "
                + point.doubts().get(metric))
                : point.missingAnswers(metric) == 0 ? Optional.empty()
                : Optional.of(point.contender() + " has too few answers for this percentile");
    }

    private static String doubt(Hypothesis hypothesis, Ratio ratio) {
        return Stream.of(hypothesis.expected(), hypothesis.refuting()).flatMap(List::stream)
                .filter(bound -> !holds(bound, ratio) && !fails(bound, ratio)).findFirst()
                .map(bound -> (ratio.repeated() ? "the interval overlaps the bound " : ONE_REPETITION
                + ", and whole milliseconds are too coarse for the bound ") + bound)
                .orElse("the ratio lies between the expected and the refuting ones");
    }

    private static Outcome outcome(Hypothesis hypothesis, Ratio ratio) {
        List<Bound> expected = hypothesis.expected();
        List<Bound> refuting = hypothesis.refuting();
        boolean refuted = refuting.isEmpty() ? expected.stream().anyMatch(bound -> fails(bound, ratio))
                : refuting.stream().anyMatch(bound -> holds(bound, ratio));
        boolean supported = expected.stream().allMatch(bound -> holds(bound, ratio))
                && refuting.stream().allMatch(bound -> fails(bound, ratio));
        return refuted ? Outcome.REFUTED : supported ? Outcome.SUPPORTED : Outcome.UNDECIDED;
    }

    private static boolean holds(Bound bound, Ratio ratio) {
        return ends(ratio).allMatch(bound::holds);
    }

    private static boolean fails(Bound bound, Ratio ratio) {
        return ends(ratio).noneMatch(bound::holds);
    }

    private static Stream<Double> ends(Ratio ratio) {
        return Stream.of(ratio.low(), ratio.high());
    }

    public String ratioText() {
        return ratio == null || !ratio.isKnown() ? Numbers.UNKNOWN : !hypothesis.base().isEmpty() ? ratio.text()
                : (Numbers.text(ratio.estimate()) + (ratio.repeated() ? " (" + Numbers.text(ratio.low()) + "–"
                + Numbers.text(ratio.high()) + ") " : " ") + Metric.named(hypothesis.metric()).orElseThrow().unit())
                .strip();
    }

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
}
