package lab.report.chart;

import module java.base;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run.Tick;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Repetitions;
import lab.report.chart.Bars.Group;
import lab.report.chart.Bars.Row;
import lab.report.chart.Plot.Curve;
import lab.report.chart.Plot.Place;
import text.Numbers;

/**
 * What a report draws of these loads: throughput, latency, costs, and single runs.
 *
 * @param suffix of the files' names
 */
public record Charts(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
    /** Throughput beside theory, and latency. */
    public List<Chart> results() {
        return known(Metric.THROUGHPUT, Metric.P50);
    }

    public List<Chart> costs() {
        return known(Metric.CPU_PER_REQUEST, Metric.RSS);
    }

    /** It may be that a figure cannot be measured on this machine. */
    private List<Chart> known(Metric... metrics) {
        return Stream.of(metrics)
                .filter(metric -> points().anyMatch(point -> point.repetitions(metric).isKnown()))
                .map(this::bars)
                .toList();
    }

    private Chart bars(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> bars(metric, "throughput", "Throughput, requests per second");
            case CPU_PER_REQUEST -> bars(metric, "cpu", "CPU time per request, µs");
            case RSS -> bars(metric, "memory", "Resident memory, MiB");
            default -> latencies();
        };
    }

    /** One run of each contender, at one load. */
    public List<Chart> runs() {
        List<Point> answered = points().filter(point -> point.representative() != null
                && point.representative().hasLatency()).toList();
        if (answered.isEmpty()) {
            return List.of();
        }
        Chart percentiles = LatencyPercentiles.draw(
                chart("percentiles", "Latency, percentile by percentile"), answered, colours);
        boolean changes = loads.getFirst().isOpen()
                || !analysis.experiment().conditions().changes().isEmpty();
        if (!changes) {
            return List.of(percentiles);
        }
        return List.of(percentiles, overTime("latency-over-time",
                        "Latency over time, mean of each second, ms", answered, Tick::latency),
                overTime("goodput-over-time", "Goodput over time, per second", answered,
                        tick -> tick.answers() / tick.seconds()));
    }

    /** Second by second: how a queue grows. The measured window begins at 0. */
    private Chart overTime(String file, String title, List<Point> points,
            ToDoubleFunction<Tick> value) {
        List<Curve> curves = points.stream().map(point -> curve(point, value))
                .filter(curve -> !curve.places().isEmpty()).toList();
        DoubleSummaryStatistics seconds = Plot.extent(curves, Place::x);
        double greatest = Plot.extent(curves, Place::y).getMax();
        Chart chart = chart(file, title).note(true, "Shaded: the measured window.");
        Plot plot = new Plot(chart,
                new Scale(seconds.getMin(), seconds.getMax(), Plot.LEFT, Plot.right(curves), false),
                Scale.linear(greatest > 0 ? greatest : 1, Plot.BOTTOM, Plot.TOP));
        double window = points.getFirst().representative().measured().seconds();
        double begin = plot.x().at(0);
        chart.rect("shade", begin, Plot.TOP, plot.x().at(window) - begin, Plot.BOTTOM - Plot.TOP);
        plot.leftAxis(plot.y().ticks(), Numbers::text);
        plot.bottomAxis("seconds since the measured window began");
        plot.draw(curves);
        return chart.finish(Plot.HEIGHT);
    }

    private Curve curve(Point point, ToDoubleFunction<Tick> value) {
        List<Place> places = point.representative().measured().ticks().stream()
                .map(tick -> new Place(tick.at(), value.applyAsDouble(tick)))
                .filter(place -> Double.isFinite(place.y())).toList();
        return new Curve(point.contender(), colours.css(point.contender()), places);
    }

    private Chart chart(String file, String title) {
        String at = loads.size() == 1 ? ", at " + loads.getFirst().label() : "";
        return new Chart(title + at, file + suffix + ".svg");
    }

    private Stream<Point> points() {
        return loads.stream().flatMap(load -> analysis.pointsAt(load).stream());
    }

    private Chart bars(Metric metric, String file, String title) {
        boolean isRepeated = points().anyMatch(point -> point.repetitions(metric).count() > 1);
        Chart chart = chart(file, title)
                .note(isRepeated, "Bar: median of the repetitions. Thin line: minimum to maximum.")
                .note(metric == Metric.THROUGHPUT, "Dashed line: theory.");
        return Bars.draw(chart, "whisker", groups(point -> bar(point, metric)));
    }

    private Row bar(Point point, Metric metric) {
        Repetitions value = point.repetitions(metric);
        return new Row(point.contender(), colours.css(point.contender()), point.isValid(metric),
                value.median(), value.count() > 1 ? value.least() : Double.NaN, value.greatest(),
                metric == Metric.THROUGHPUT ? expectation(point).throughput() : Double.NaN,
                Numbers.text(value.median()));
    }

    private Chart latencies() {
        Chart chart = chart("latency", "Latency, p50 to p99, ms")
                .note(true, "Bar: p50, the median. Thin line: from p50 to p99.")
                .note(points().anyMatch(point -> point.missingAnswers(Metric.P99) > 0),
                        "No p99: it needs " + Metric.P99.leastRequests()
                        + " requests in each repetition.");
        return Bars.draw(chart, "range", groups(this::latency));
    }

    private Row latency(Point point) {
        double p50 = point.median(Metric.P50);
        double p99 = point.median(Metric.P99);
        String tail = Double.isNaN(p99) ? "" : " – " + Numbers.text(p99);
        return new Row(point.contender(), colours.css(point.contender()),
                point.isValid(Metric.P50) && point.isValid(Metric.P99), p50, p50, p99, Double.NaN,
                point.grows(Metric.P50) ? "grows" : Numbers.text(p50) + tail);
    }

    private List<Group> groups(Function<Point, Row> shown) {
        return loads.stream().map(load -> new Group(loads.size() == 1 ? "" : load.label(),
                analysis.pointsAt(load).stream().map(shown).toList())).toList();
    }

    /** Little's law; for a route that only computes, what the cores allow. */
    private static Prediction expectation(Point point) {
        return point.predicted().isCpuBound() ? point.capped() : point.predicted();
    }
}
