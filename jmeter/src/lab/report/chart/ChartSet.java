package lab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.report.chart.CurveChart.Curve;
import lab.report.chart.CurveChart.Mark;
import lab.report.chart.Legend.Shape;
import lab.report.chart.Plot.Place;
import lab.report.chart.RowChart.Group;
import lab.report.chart.RowChart.Row;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Spread;

/**
 * The charts for loads that share an axis. One or two loads get bars, because a line would look like a trend.
 *
 * @param suffix of the files' names
 */
public record ChartSet(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
    private static final int LEAST_FOR_CURVES = 3;
    private static final Spread NONE = Spread.of();

    /** Throughput beside theory, and latency. */
    public List<Chart> results() {
        return Stream.of(throughput(), latency()).flatMap(List::stream).toList();
    }

    public List<Chart> costs() {
        return Stream.of(figure(Metric.CPU_PER_REQUEST, "cpu", "CPU time per request, µs", new Legend()),
                figure(Metric.RSS, "memory", "Resident memory, MiB", new Legend())).flatMap(List::stream).toList();
    }

    /** One run of each contender, at one load. */
    public List<Chart> runs() {
        List<Point> answered = loads.stream().flatMap(load -> analysis.pointsAt(load).stream())
                .filter(point -> point.representative() != null
                        && point.representative().measured().requests().latency() != null).toList();
        List<Chart> charts = new ArrayList<>();
        if (!answered.isEmpty()) {
            charts.add(PercentileCurve.draw(chart("percentiles", "Latency, percentile by percentile"), answered,
                    colours));
            if (loads.getFirst().isOpen()) {
                charts.add(OverTime.latency(chart("latency-over-time", "Latency over time, ms"), answered, colours));
                charts.add(OverTime.goodput(chart("goodput-over-time", "Good answers over time, per second"), answered,
                        colours));
            }
        }
        return charts;
    }

    private Chart chart(String file, String title) {
        return new Chart(title + (loads.size() == 1 ? ", at " + loads.getFirst().label() : ""),
                file + suffix + ".svg");
    }

    private boolean isCurve() {
        return loads.size() >= LEAST_FOR_CURVES;
    }

    private boolean isKnown(Metric metric) {
        return loads.stream().flatMap(load -> analysis.pointsAt(load).stream())
                .anyMatch(point -> point.spread(metric).isKnown());
    }

    private List<Chart> throughput() {
        return figure(Metric.THROUGHPUT, "throughput", "Throughput, requests per second", new Legend());
    }

    private List<Chart> latency() {
        Chart chart = chart("latency", "Latency, p50 to p99, ms");
        if (!isKnown(Metric.P50)) {
            return List.of();
        }
        if (!isCurve()) {
            return List.of(new RowChart(chart.title(), chart.file(), groups(point -> row(point,
                    point.isValid(Metric.P50) && point.isValid(Metric.P99), point.spread(Metric.P50),
                    point.spread(Metric.P99), Double.NaN))).ranges());
        }
        return List.of(new CurveChart(axis(), false, "theory", curves(Metric.P50, point -> {
            double p50 = point.spread(Metric.P50).median();
            return new Mark(point.load().amount(), p50, p50, point.spread(Metric.P99).isKnown()
                    ? point.spread(Metric.P99).median() : p50, point.isValid(Metric.P50));
        }, predicted -> 1e3 * predicted.latency())).draw(chart, new Legend().add(true, Shape.DOT, "mark", "p50")
                .add(isKnown(Metric.P99), Shape.STROKE, "spread", "to p99")));
    }

    private List<Chart> figure(Metric metric, String file, String title, Legend legend) {
        Chart chart = chart(file, title);
        ToDoubleFunction<Prediction> theory = metric == Metric.THROUGHPUT ? Prediction::throughput : _ -> Double.NaN;
        if (!isKnown(metric)) {
            return List.of();
        }
        if (!isCurve()) {
            return List.of(new RowChart(chart.title(), chart.file(), groups(point -> row(point, point.isValid(metric),
                    point.spread(metric), NONE, theory.applyAsDouble(expectation(point))))).bars("theory", legend));
        }
        List<Curve> curves = curves(metric, point -> {
            Spread value = point.spread(metric);
            return new Mark(point.load().amount(), value.median(), value.least(), value.greatest(),
                    point.isValid(metric));
        }, theory);
        return List.of(new CurveChart(axis(), true, "theory", curves).draw(chart, legend.median(
                analysis.points().stream().filter(point -> loads.contains(point.load()))
                        .map(point -> point.spread(metric)), Shape.DOT, "mark", Shape.STROKE, "spread")));
    }

    private String axis() {
        return loads.getFirst().isOpen() ? "arrivals per second" : "users";
    }

    private Row row(Point point, boolean valid, Spread value, Spread high, double theory) {
        return new Row(point.contender(), colours.css(point.contender()), valid, value, high, theory);
    }

    private List<Group> groups(Function<Point, Row> shown) {
        return loads.stream().map(load -> new Group(loads.size() == 1 ? "" : load.label(),
                analysis.pointsAt(load).stream().map(shown).toList())).toList();
    }

    private List<Curve> curves(Metric metric, Function<Point, Mark> mark, ToDoubleFunction<Prediction> theory) {
        return analysis.results().experiment().contenders().stream().map(Contender::name).map(name -> {
            List<Point> points = analysis.pointsOf(name, loads);
            return new Curve(name, colours.css(name), points.stream()
                    .filter(point -> point.spread(metric).isKnown()).map(mark).toList(), expected(points, theory));
        }).filter(curve -> !curve.marks().isEmpty()).toList();
    }

    /** Little's law; for a route that only computes, what the cores allow. */
    private static Prediction expectation(Point point) {
        return point.predicted().isCpuBound() ? point.capped() : point.predicted();
    }

    /** The dashed line, with a bend where the number of users stops being the limit. */
    private static List<Place> expected(List<Point> points, ToDoubleFunction<Prediction> theory) {
        List<Place> line = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i > 0 && bendsBetween(points.get(i - 1), points.get(i))) {
                line.add(bend(points.get(i - 1), points.get(i).predicted(), theory));
            }
            line.add(new Place(points.get(i).load().amount(), theory.applyAsDouble(expectation(points.get(i)))));
        }
        return line.stream().filter(place -> Double.isFinite(place.y())).toList();
    }

    private static boolean bendsBetween(Point before, Point after) {
        return before.load().isClosed() && before.predicted().limit().equals("users")
                && !after.predicted().limit().equals("users") && Double.isFinite(after.predicted().throughput());
    }

    /**
     * Up to the bend, throughput grows and latency is constant. Beyond it, throughput is constant and latency grows.
     */
    private static Place bend(Point before, Prediction after, ToDoubleFunction<Prediction> theory) {
        double users = before.load().users() * after.throughput() / before.predicted().throughput();
        return new Place(users, theory.applyAsDouble(new Prediction(after.throughput(), before.predicted().latency(),
                users, after.limit())));
    }
}
