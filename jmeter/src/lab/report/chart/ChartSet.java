package lab.report.chart;

import module java.base;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.report.chart.RowChart.Group;
import lab.report.chart.RowChart.Row;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Tick;
import lab.results.Spread;
import text.Numbers;

/** @param suffix of the files' names */
public record ChartSet(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
    private static final Spread NONE = Spread.of();

    /** Throughput beside theory, and latency. */
    public List<Chart> results() {
        List<Chart> charts = new ArrayList<>(bars(Metric.THROUGHPUT, "throughput", "Throughput, requests per second"));
        if (isKnown(Metric.P50)) {
            charts.add(new RowChart(chart("latency", "Latency, p50 to p99, ms"), groups(point -> row(point,
                    point.isValid(Metric.P50) && point.isValid(Metric.P99), latency(point, Metric.P50),
                    latency(point, Metric.P99), Double.NaN))).ranges());
        }
        return charts;
    }

    public List<Chart> costs() {
        return Stream.concat(bars(Metric.CPU_PER_REQUEST, "cpu", "CPU time per request, µs").stream(),
                bars(Metric.RSS, "memory", "Resident memory, MiB").stream()).toList();
    }

    /** One run of each contender, at one load. */
    public List<Chart> runs() {
        List<Point> answered = points().filter(point -> point.representative() != null
                && point.representative().measured().requests().latency() != null).toList();
        List<Chart> charts = new ArrayList<>();
        if (!answered.isEmpty()) {
            charts.add(PercentileCurve.draw(chart("percentiles", "Latency, percentile by percentile"), answered,
                    colours));
            if (loads.getFirst().isOpen() || !analysis.results().experiment().changes().isEmpty()) {
                charts.add(OverTime.draw(chart("latency-over-time", "Latency over time, ms"), answered, colours,
                        Tick::latency, "mean of each second's answers"));
                charts.add(OverTime.draw(chart("goodput-over-time", "Goodput over time, per second"), answered, colours,
                        tick -> tick.answers() / tick.seconds(), "good answers"));
            }
        }
        return charts;
    }

    private Chart chart(String file, String title) {
        return new Chart(title + (loads.size() == 1 ? ", at " + loads.getFirst().label() : ""),
                file + suffix + ".svg");
    }

    private Stream<Point> points() {
        return loads.stream().flatMap(load -> analysis.pointsAt(load).stream());
    }

    private boolean isKnown(Metric metric) {
        return points().anyMatch(point -> point.spread(metric).isKnown());
    }

    /** Empty if the figure cannot be measured on this machine. */
    private List<Chart> bars(Metric metric, String file, String title) {
        return !isKnown(metric) ? List.of() : List.of(new RowChart(chart(file, title), groups(point -> row(point,
                point.isValid(metric), point.spread(metric), NONE, metric == Metric.THROUGHPUT
                ? expectation(point).throughput() : Double.NaN))).bars());
    }

    /** A growing latency has no value: it would only say how long the window was. */
    private static Spread latency(Point point, Metric metric) {
        return point.grows(Metric.P50) ? NONE : point.spread(metric);
    }

    private Row row(Point point, boolean valid, Spread value, Spread high, double theory) {
        return new Row(point.contender(), colours.css(point.contender()), valid, value, high, theory,
                point.grows(Metric.P50) ? "grows" : Numbers.UNKNOWN);
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
