package experiment.report.chart;

import experiment.define.Contender;
import experiment.define.Load;
import experiment.predict.Prediction;
import experiment.statistics.Analysis;
import experiment.statistics.Metric;
import experiment.statistics.Point;
import experiment.statistics.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Chooses the charts for the loads that share an axis: curves where there are several loads, bars where there is one.
 * Used by one thread.
 */
public final class ChartSet {
    /** How all of the charts are read; said once. */
    public static final String KEY = "Bars and dots: medians; strokes on them: from the least to the greatest of the "
            + "repetitions; hollow: not valid.";

    private static final ToDoubleFunction<Prediction> NOTHING = predicted -> Double.NaN;

    private final Analysis analysis;
    private final Colours colours;
    private final List<Load> loads;
    private final String suffix;
    private final List<Chart> charts = new ArrayList<>();

    private ChartSet(Analysis analysis, Colours colours, List<Load> loads, String suffix) {
        this.analysis = analysis;
        this.colours = colours;
        this.loads = loads;
        this.suffix = suffix.isEmpty() ? "" : "-" + suffix;
    }

    /** @param suffix of the file names, where a report has more than one set */
    public static List<Chart> of(Analysis analysis, Colours colours, List<Load> loads, String suffix) {
        ChartSet set = new ChartSet(analysis, colours, loads, suffix);
        set.draw();
        return set.charts;
    }

    private void draw() {
        add(Metric.THROUGHPUT, "throughput", "Throughput, requests per second", dashed(), Prediction::throughput);
        if (loads.size() == 1) {
            range();
        } else {
            add(Metric.P50, "latency-p50", "Median latency, ms", "Dashed: the mean, by Little's law.",
                    predicted -> 1e3 * predicted.latency());
            add(Metric.P99, "latency-p99", "99th percentile of latency, ms", "", NOTHING);
        }
        add(Metric.CPU_PER_REQUEST, "cpu", "Service one's CPU time per request, µs", "", NOTHING);
        add(Metric.RSS, "memory", "Service one's resident memory, MiB", "", NOTHING);
        if (loads.size() > 1) {
            add(Metric.RSS_PER_CONNECTION, "memory-per-connection", "Resident memory per connection, KiB", "", NOTHING);
        }
        add(Metric.HEAP, "heap", "Its heap after a collection under load, MiB", "", NOTHING);
        add(Metric.THREADS, "threads", "Its threads of the operating system", "", NOTHING);
        overTime();
    }

    private String dashed() {
        return analysis.points().stream().filter(point -> loads.contains(point.load()))
                .anyMatch(point -> point.predicted().isCpuBound()) ? "Dashed: what the cores allow."
                : "Dashed: Little's law.";
    }

    /** Little's law, or where a route only computes what the cores allow at the CPU time that was measured. */
    private static Prediction expectation(Point point) {
        return point.predicted().isCpuBound() ? point.ceiled() : point.predicted();
    }

    private void add(Metric metric, String file, String title, String note, ToDoubleFunction<Prediction> theory) {
        if (analysis.points().stream().noneMatch(point -> loads.contains(point.load()) && point.spread(metric)
                .isKnown())) {
            return;                                                 // nothing on this machine tells it
        }
        if (loads.size() > 1) {
            List<LineChart.Curve> curves = contenders().map(contender -> curve(contender, metric, theory)).toList();
            charts.add(LineChart.draw(title, note, file + suffix + ".svg", axis(), isFromZero(metric), curves));
        } else {
            List<Row> rows = analysis.at(loads.getFirst()).stream()
                    .map(point -> new Row(point.contender(), colours.of(point.contender()),
                    point.isValid(metric), point.spread(metric), theory.applyAsDouble(expectation(point)))).toList();
            charts.add(BarChart.draw(title, note, file + suffix + ".svg", rows));
        }
    }

    /** Latencies and threads of contenders may be far apart; what adds up over users is seen on a plain axis only. */
    private static boolean isFromZero(Metric metric) {
        return metric != Metric.P50 && metric != Metric.P99 && metric != Metric.THREADS
                && metric != Metric.RSS_PER_CONNECTION;
    }

    private Stream<String> contenders() {
        return analysis.results().experiment().contenders().stream().map(Contender::name);
    }

    private LineChart.Curve curve(String contender, Metric metric, ToDoubleFunction<Prediction> theory) {
        List<Point> points = analysis.of(contender, loads);
        List<LineChart.Dot> dots = points.stream().map(point -> new LineChart.Dot(point.load().amount(),
                point.spread(metric), point.isValid(metric))).toList();
        return new LineChart.Curve(contender, colours.of(contender), dots, expected(points, theory));
    }

    /** The theory at each load, and where it bends between two: there the users begin to outnumber the threads. */
    private static List<LineChart.Expected> expected(List<Point> points, ToDoubleFunction<Prediction> theory) {
        List<LineChart.Expected> line = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i > 0 && bendsBetween(points.get(i - 1), points.get(i))) {
                line.add(bend(points.get(i - 1), points.get(i).predicted(), theory));
            }
            line.add(new LineChart.Expected(points.get(i).load().amount(),
                    theory.applyAsDouble(expectation(points.get(i)))));
        }
        return line;
    }

    /** Up to the bend throughput grows with the users and latency does not; after it, the other way round. */
    private static LineChart.Expected bend(Point before, Prediction after, ToDoubleFunction<Prediction> theory) {
        double users = before.load().users() * after.throughput() / before.predicted().throughput();
        return new LineChart.Expected(users, theory.applyAsDouble(new Prediction(after.throughput(),
                before.predicted().latency(), users, after.limit())));
    }

    private static boolean bendsBetween(Point before, Point after) {
        return before.load().isClosed() && before.predicted().limit().equals("users")
                && !after.predicted().limit().equals("users") && Double.isFinite(after.predicted().throughput());
    }

    private void range() {
        List<RangeChart.Range> ranges = analysis.at(loads.getFirst()).stream()
                .map(point -> new RangeChart.Range(point.contender(), colours.of(point.contender()), point.isValid(),
                point.spread(Metric.P50), point.spread(Metric.P99))).toList();
        charts.add(RangeChart.draw("Latency, median to 99th percentile, ms", "Dot: median; stroke: 99th percentile.",
                "latency" + suffix + ".svg", ranges));
    }

    /** Of one run of each contender, under one load. */
    private void overTime() {
        Load load = analysis.mainLoad(loads);
        List<Run> runs = analysis.at(load).stream().map(Point::representative).filter(Objects::nonNull).toList();
        List<Run> answered = runs.stream().filter(run -> run.measured().requests().latency() != null).toList();
        if (!answered.isEmpty()) {
            charts.add(HistogramChart.draw("How latencies are distributed" + where(load), "histogram" + suffix + ".svg",
                    answered, colours));
        }
        if (!runs.isEmpty()) {
            charts.add(CpuChart.draw("Cores kept busy over time" + where(load), "cpu-over-time" + suffix + ".svg", runs,
                    colours));
        }
        if (load.isOpen() && !answered.isEmpty()) {
            charts.add(LatencyChart.draw("Latency over time, ms" + where(load), "latency-over-time" + suffix + ".svg",
                    answered, colours));
        }
    }

    /** Names the load where there are several. */
    private String where(Load load) {
        return loads.size() > 1 ? ", " + load.label() : "";
    }

    private String axis() {
        return loads.getFirst().isOpen() ? "arrivals per second" : "users";
    }
}
