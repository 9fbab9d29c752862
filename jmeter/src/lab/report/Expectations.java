package lab.report;

import module java.base;
import experiment.Hypothesis.Bound;
import experiment.Hypothesis;
import experiment.Limit;
import experiment.Metric;
import experiment.Prediction;
import experiment.Results.Guess;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Point;
import lab.judge.Tolerances;
import text.Numbers;

/** Hypotheses, guesses and predictions next to the measurements. */
final class Expectations {
    /** Ratio, expected, refuted by, measured, verdict. */
    static List<List<String>> hypotheses(Analysis analysis) {
        return Judgement.of(analysis).stream().map(judgement -> {
            Hypothesis hypothesis = judgement.hypothesis();
            return List.of(hypothesis.names() + ", " + hypothesis.metric() + ", "
                    + analysis.name(hypothesis.load()), bounds(hypothesis.expected()),
                    bounds(hypothesis.refuting()), judgement.ratioText(), judgement.outcome().label()
                    + (judgement.reason().isEmpty() ? "" : ": " + judgement.reason()));
        }).toList();
    }

    private static String bounds(List<Bound> bounds) {
        return bounds.stream().map(Bound::toString).collect(Collectors.joining(", "));
    }

    static boolean hasGuesses(Analysis analysis) {
        return !analysis.results().guesses().isEmpty();
    }

    static double guess(Analysis analysis, Point point) {
        return analysis.results().guesses().stream().filter(guess -> guess.contender().equals(point.contender())
                && guess.load().equals(point.load())).mapToDouble(Guess::throughput).findFirst().orElse(Double.NaN);
    }

    /** The measured throughput as a share of the expected one, or why there is no such share. */
    private static String share(Point point, double expected) {
        return !point.isMeasured() ? "not measured" : !point.isValid(Metric.THROUGHPUT) ? "invalid"
                : Numbers.percent(throughput(point) / expected);
    }

    private static double throughput(Point point) {
        return point.spread(Metric.THROUGHPUT).median();
    }

    /** Empty if nobody guessed, or if no point is valid. */
    static String summary(Analysis analysis) {
        return !hasGuesses(analysis) || !analysis.hasValidPoint() ? "" : String.format(Locale.ROOT,
                "Right to within %.0f %%: %s guesses and %s predictions by theory.", 100 * Tolerances.CLOSE_TO_THEORY,
                close(analysis, point -> guess(analysis, point)),
                close(analysis, point -> point.capped().throughput()));
    }

    /** {@code 2 of 3}, counting only valid points with an expectation. */
    private static String close(Analysis analysis, ToDoubleFunction<Point> expected) {
        double[] shares = analysis.points().stream().filter(point -> point.isValid(Metric.THROUGHPUT))
                .filter(point -> Double.isFinite(expected.applyAsDouble(point)))
                .mapToDouble(point -> throughput(point) / expected.applyAsDouble(point)).toArray();
        return Arrays.stream(shares).filter(share -> Math.abs(share - 1) <= Tolerances.CLOSE_TO_THEORY).count()
                + " of " + shares.length;
    }

    /** Contender, load, guess and its share (if somebody guessed), theory, its limit, measured, share, remark. */
    static List<List<String>> predictions(Analysis analysis) {
        return Tables.points(analysis, Stream.concat(!hasGuesses(analysis) ? Stream.empty() : Stream.of(
                point -> Numbers.text(guess(analysis, point)), point -> share(point, guess(analysis, point))),
                Stream.of(point -> Numbers.text(point.capped().throughput()),
                point -> point.capped().limit().words(), point -> Tables.figure(point, Metric.THROUGHPUT),
                point -> share(point, point.capped().throughput()), Expectations::remark)));
    }

    /** Why a figure is invalid, or why a point missed its prediction. */
    static String remark(Point point) {
        String doubt = point.doubts().get(Metric.THROUGHPUT);
        return doubt != null ? "invalid: " + doubt : !point.isMeasured() ? ""
                : point.predicted().expectsFailures() ? failures(point) : shortfall(point)
                + (point.isHeldBack() ? "; other programs used the machine" : "");
    }

    /** If failures are expected, the throughput of answered requests says little about the waits. */
    private static String failures(Point point) {
        Prediction predicted = point.predicted();
        return Numbers.percent(point.failedShare()) + " of the requests failed, " + (predicted.knowsFailing()
                ? "predicted " + Numbers.percent(predicted.failing()) : "number not predicted"
                + (predicted.obstacle().isEmpty() ? "" : " (" + predicted.obstacle() + ")"));
    }

    private static String shortfall(Point point) {
        Prediction predicted = point.predicted();
        if (!predicted.isKnown() || point.shareOfPredicted() >= Tolerances.AS_PREDICTED || predicted.isCpuBound()
                || point.load().isBurst() || point.capped().throughput() < predicted.throughput()) {
            return "";
        }
        if (point.grows(Metric.P50)) {
            return "more requests arrive than are answered, so the queue grows";
        }
        if (predicted.limit() == Limit.ARRIVALS) {
            return "by chance, fewer requests arrived in the window";
        }
        double inFlight = 1e3 * predicted.inFlight() / throughput(point);
        double waiting = 1e3 * predicted.inFlight() / predicted.throughput();
        return String.format(Locale.ROOT,
                "a request was in flight for %.1f ms, %.1f ms longer than its waits: CPU time, queues, timers",
                inFlight, inFlight - waiting);
    }
}
