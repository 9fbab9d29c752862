package lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Hypothesis.Bound;
import lab.define.Hypothesis;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.report.Figures.Column;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Results.Guess;
import lab.results.Spread;
import text.Numbers;

/** Hypotheses, guesses and predictions next to the measurements. */
final class Expectations {
    private static final String HYPOTHESES = """
            The hypotheses were written down before the measurement. A hypothesis is supported if the whole interval \
            of the ratio agrees with what was expected. It is refuted if the whole interval is within "refuted by". If \
            that column is empty, it is refuted if the whole interval is outside what was expected. In all other \
            cases it is undecided, and also if a figure is invalid, or if a throughput stayed below theory while other \
            programs used the machine. A single repetition has no interval, so its value decides.""";
    private static final String PREDICTIONS = """
            Predicted: throughput = requests in flight / time in flight (Little's law). The cores may allow less, \
            because every program on this machine needs CPU time for each request. The prediction is then what the \
            cores allow, according to the measured CPU time. Measured: the median of the repetitions, with the minimum \
            and the maximum in brackets.""";
    /** A measurement of at least this share of its prediction needs no remark. */
    private static final double MET = 0.97;
    /** A measurement that differs from the expectation by at most this share counts as expected. */
    private static final double CLOSE = 0.1;

    static String hypotheses(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ratio", "expected", "refuted by", "measured", "verdict"));
        for (Judgement judgement : Judgement.of(analysis)) {
            Hypothesis hypothesis = judgement.hypothesis();
            rows.add(List.of(ratio(analysis, hypothesis), bounds(hypothesis.expected()), bounds(hypothesis.refuting()),
                    judgement.ratioText(), verdict(judgement)));
        }
        return Html.section("What was expected", Html.table("text-table", rows, HYPOTHESES));
    }

    static List<String> judgements(Analysis analysis) {
        List<String> lines = Judgement.of(analysis).stream().map(judgement -> {
            Hypothesis hypothesis = judgement.hypothesis();
            String bounds = Stream.of("expected " + bounds(hypothesis.expected()),
                    "refuted by " + bounds(hypothesis.refuting())).filter(text -> !text.endsWith(" "))
                    .collect(Collectors.joining(", "));
            return "  " + judgement.outcome().label() + ": " + ratio(analysis, hypothesis) + ": "
                    + judgement.ratioText() + ", " + bounds
                    + (judgement.reason().isEmpty() ? "" : " (" + judgement.reason() + ")");
        }).toList();
        return lines.isEmpty() ? lines : Stream.concat(Stream.of("", "What was expected:"), lines.stream()).toList();
    }

    private static String ratio(Analysis analysis, Hypothesis hypothesis) {
        return hypothesis.names() + ", " + hypothesis.metric() + ", "
                + Figures.loadName(analysis, hypothesis.load());
    }

    private static String bounds(List<Bound> bounds) {
        return bounds.stream().map(Bound::toString).collect(Collectors.joining(", "));
    }

    private static String verdict(Judgement judgement) {
        return judgement.outcome().label()
                + (judgement.reason().isEmpty() ? "" : ": " + judgement.reason());
    }

    static List<Column> guesses(Analysis analysis) {
        return analysis.results().guesses().isEmpty() ? List.of() : List.of(
                new Column("guess/s", point -> Numbers.text(guess(analysis, point))),
                new Column("of guess", point -> share(point, guess(analysis, point))));
    }

    private static double guess(Analysis analysis, Point point) {
        return analysis.results().guesses().stream().filter(guess -> guess.contender().equals(point.contender())
                && guess.load().equals(point.load())).mapToDouble(Guess::throughput).findFirst().orElse(Double.NaN);
    }

    /** The measured throughput as a share of the expected one, or why there is no such share. */
    private static String share(Point point, double expected) {
        return !point.isMeasured() ? "not measured" : !point.isValid(Metric.THROUGHPUT) ? "invalid"
                : Numbers.percent(throughput(point) / expected) + Figures.mark(point, Metric.THROUGHPUT);
    }

    private static double throughput(Point point) {
        return point.spread(Metric.THROUGHPUT).median();
    }

    static String share(Point point) {
        return share(point, point.capped().throughput());
    }

    /** Empty if nobody guessed, or if no point is usable. */
    static List<String> summary(Analysis analysis) {
        return analysis.results().guesses().isEmpty() || !analysis.hasValidPoint() ? List.of()
                : List.of(String.format(Locale.ROOT, "Right to within %.0f %%: %s guesses and %s "
                + "predictions by theory.", 100 * CLOSE, close(analysis, point -> guess(analysis, point)),
                close(analysis, point -> point.capped().throughput())));
    }

    /** {@code 2 of 3}, counting only usable points with an expectation. */
    private static String close(Analysis analysis, ToDoubleFunction<Point> expected) {
        double[] shares = analysis.points().stream().filter(point -> point.isValid(Metric.THROUGHPUT))
                .filter(point -> Double.isFinite(expected.applyAsDouble(point)))
                .mapToDouble(point -> throughput(point) / expected.applyAsDouble(point)).toArray();
        return Arrays.stream(shares).filter(share -> Math.abs(share - 1) <= CLOSE).count() + " of " + shares.length;
    }

    static String predictions(Analysis analysis) {
        List<String> description = Stream.of(analysis.results().experiment().description().split("\\n\\s*\\n"))
                .filter(part -> !part.isBlank()).map(part -> part.replace('\n', ' ')).toList();
        List<Column> columns = new ArrayList<>(guesses(analysis));
        columns.addAll(List.of(new Column("predicted /s", point -> Numbers.text(point.capped().throughput())),
                new Column("set by", point -> point.capped().isKnown() ? point.capped().limit() : ""),
                new Column("measured /s", point -> point.spread(Metric.THROUGHPUT).text()
                        + Figures.mark(point, Metric.THROUGHPUT)),
                new Column("of predicted", Expectations::share), new Column("remark", Expectations::remark)));
        return Html.section("Predicted and measured", Html.paragraphs(description)
                + Html.table("figures-table last-text", Figures.table(analysis, columns))
                + Html.paragraphs(summary(analysis)) + Html.paragraphs(List.of(PREDICTIONS))
                + Html.paragraphs(MachineSections.ceiling(analysis))
                + Html.paragraphs(Figures.marks(analysis, List.of(Metric.THROUGHPUT))));
    }

    /** Why a figure is invalid, or why a point missed its prediction. */
    static String remark(Point point) {
        String doubt = point.doubts().get(Metric.THROUGHPUT);
        return doubt != null ? "invalid: " + doubt : !point.isMeasured() ? ""
                : point.predicted().expectsFailures() ? failures(point) : shortfall(point)
                + (Analysis.isHeldBack(point) ? "; other programs used the machine" : "");
    }

    /** If failures are expected, the throughput of answered requests says little about the waits. */
    private static String failures(Point point) {
        Prediction predicted = point.predicted();
        double failed = Spread.of(point.measured().stream().mapToDouble(run -> run.measured().failedShare()).toArray())
                .median();
        return Numbers.percent(failed) + " of the requests failed, " + (predicted.knowsFailing()
                ? "predicted " + Numbers.percent(predicted.failing()) : "number not predicted ("
                + predicted.limit() + ")");
    }

    private static String shortfall(Point point) {
        Prediction predicted = point.predicted();
        if (!predicted.isKnown() || point.shareOfPredicted() >= MET) {
            return "";
        }
        if (predicted.isCpuBound() || point.capped().throughput() < predicted.throughput()) {
            return "the cores were idle at times";
        }
        if (point.load().isBurst()) {
            return "the last answer of a burst came later than the waits alone explain";
        }
        if (predicted.limit().equals(Prediction.ARRIVALS)) {
            return "by chance, fewer requests arrived in the window";
        }
        double inFlight = 1e3 * predicted.inFlight() / throughput(point);
        double waiting = 1e3 * predicted.inFlight() / predicted.throughput();
        return String.format(Locale.ROOT,
                "a request was in flight for %.1f ms, %.1f ms longer than its waits: CPU time, queues, timers",
                inFlight, inFlight - waiting);
    }
}
