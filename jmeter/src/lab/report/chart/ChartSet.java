package lab.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.MemoryGrowth;
import lab.judge.Analysis;
import lab.results.Metric;
import lab.judge.Point;
import lab.results.Run;
import lab.report.chart.CurveChart.Curve;
import lab.report.chart.Plot.Place;
import lab.report.chart.RowChart.Group;
import lab.report.chart.RowChart.Row;

/** The charts for loads that share an axis. One or two loads get bars, because a line would look like a trend. */
public final class ChartSet {
    private static final int LEAST_FOR_CURVES = 3;

    private final Analysis analysis;
    private final Palette colours;
    private final List<Load> loads;
    private final String suffix;
    private final List<Chart> charts = new ArrayList<>();

    private ChartSet(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
        this.analysis = analysis;
        this.colours = colours;
        this.loads = loads;
        this.suffix = (suffix.isEmpty() ? "" : "-" + suffix) + ".svg";
    }

    public static List<Chart> of(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
        ChartSet set = new ChartSet(analysis, colours, loads, suffix);
        if (set.points().findAny().isPresent()) {
            set.draw();
        }
        return set.charts;
    }

    public static List<Chart> strips(Analysis analysis, Palette colours) {
        List<Chart> charts = new ArrayList<>();
        for (Load load : analysis.results().experiment().loads()) {
            List<Run> runs = analysis.pointsAt(load).stream().flatMap(point -> point.runs().stream()
                    .sorted(Comparator.comparing(Run::repetition)))
                    .filter(run -> run.isMeasured() && !run.measured().ticks().isEmpty()).toList();
            if (!runs.isEmpty()) {
                charts.add(RunCharts.strips(load.name(), "runs" + (load.path() + "-" + load.label().replace(",", ""))
                        .replaceAll("[^A-Za-z0-9]+", "-") + ".svg", runs, colours));
            }
        }
        return charts;
    }

    private void draw() {
        add(Metric.THROUGHPUT, "throughput", "Throughput, requests per second");
        if (loads.size() < LEAST_FOR_CURVES) {
            charts.add(new RowChart("Latency, median to 99th percentile, ms", "latency" + suffix, groups(point ->
                    new Row(point.contender(), colours.css(point.contender()), point.validity(Metric.P50),
                            point.spread(Metric.P50), point.spread(Metric.P99), Double.NaN))).ranges());
        } else {
            add(Metric.P50, "latency-p50", "Median latency, ms");
            add(Metric.P99, "latency-p99", "99th percentile of latency, ms");
        }
        add(Metric.CPU_PER_REQUEST, "cpu", "CPU time of service one per request, µs");
        add(Metric.RSS, "memory", "Resident memory of service one, MiB");
        add(Metric.LIVE_HEAP, "heap", "Live heap of service one, MiB");
        memoryPerConnection();
        add(Metric.THREADS, "threads", "Operating system threads of service one");
        representativeRuns();
    }

    private Stream<Point> points() {
        return analysis.points().stream().filter(point -> loads.contains(point.load()));
    }

    private void add(Metric metric, String file, String title) {
        if (points().noneMatch(point -> point.spread(metric).isKnown())) {
            return;                                   // not measurable on this machine, or too few answers
        }
        String theory = metric != Metric.THROUGHPUT ? "predicted mean"
                : points().anyMatch(point -> point.predicted().isCpuBound()) ? "what the cores allow"
                : "predicted by Little's law";
        Legend legend = new Legend()
                .remarkIf(metric == Metric.LIVE_HEAP, "Measured after a full garbage collection under load.")
                .remarkIf(points().anyMatch(point -> !point.hasEnoughAnswers(metric)),
                        "No value: this percentile needs " + metric.leastRequests()
                        + " requests in each repetition.");
        if (loads.size() >= LEAST_FOR_CURVES) {
            // latencies and numbers of threads may be too far apart for a linear axis
            boolean fromZero = metric != Metric.P50 && metric != Metric.P99 && metric != Metric.THREADS;
            List<Curve> curves = analysis.results().experiment().contenders().stream().map(Contender::name)
                    .map(name -> analysis.pointsOf(name, loads)).filter(points -> !points.isEmpty())
                    .map(points -> new Curve(points, expected(points, metric))).toList();
            charts.add(CurveChart.draw(new Chart(title, file + suffix, Chart.WIDTH),
                    loads.getFirst().isOpen() ? "arrivals per second" : "users", metric, fromZero, curves, theory,
                    colours, legend));
        } else {
            charts.add(new RowChart(title, file + suffix, groups(point -> new Row(point.contender(),
                    colours.css(point.contender()), point.validity(metric), point.spread(metric), null,
                    theory(metric, expectation(point))))).bars(theory, legend));
        }
    }

    private List<Group> groups(Function<Point, Row> shown) {
        return loads.stream().map(load -> new Group(loads.size() == 1 ? "" : load.label(),
                analysis.pointsAt(load).stream().map(shown).toList())).toList();
    }

    /** Little's law; for a route that only computes, what the cores allow. */
    private static Prediction expectation(Point point) {
        return point.predicted().isCpuBound() ? point.capped() : point.predicted();
    }

    private static double theory(Metric metric, Prediction predicted) {
        return metric == Metric.THROUGHPUT ? predicted.throughput()
                : metric == Metric.P50 ? 1e3 * predicted.latency() : Double.NaN;
    }

    /** The dashed line, with a bend where the number of users stops being the limit. */
    private static List<Place> expected(List<Point> points, Metric metric) {
        List<Place> line = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i > 0 && bendsBetween(points.get(i - 1), points.get(i))) {
                line.add(bend(points.get(i - 1), points.get(i).predicted(), metric));
            }
            line.add(new Place(points.get(i).load().amount(), theory(metric, expectation(points.get(i)))));
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
    private static Place bend(Point before, Prediction after, Metric metric) {
        double users = before.load().users() * after.throughput() / before.predicted().throughput();
        return new Place(users, theory(metric, new Prediction(after.throughput(), before.predicted().latency(), users,
                after.limit())));
    }

    /** Growth from the smallest usable load to the largest. */
    private void memoryPerConnection() {
        List<MemoryGrowth> growths = loads.stream().sorted(Comparator.comparing(Load::amount).reversed())
                .map(load -> analysis.pointsAt(load).stream().map(analysis::memoryGrowth).flatMap(Optional::stream)
                        .filter(growth -> growth.live().isKnown()).toList())
                .filter(each -> !each.isEmpty()).findFirst().orElse(List.of());
        if (growths.isEmpty()) {
            return;
        }
        Load from = growths.getFirst().from().load();
        List<Row> rows = growths.stream().filter(growth -> growth.from().load().equals(from))
                .map(growth -> new Row(growth.to().contender(), colours.css(growth.to().contender()),
                        growth.validity(), growth.live(), null, Double.NaN)).toList();
        charts.add(new RowChart("Live heap per additional connection, KiB", "memory-per-connection" + suffix,
                List.of(new Group("", rows))).bars("", new Legend().remarkIf(true, "Growth of the live heap "
                + growths.getFirst().span() + ", divided by the additional connections, including those that wait "
                + "for a thread.")));
    }

    private void representativeRuns() {
        Load load = analysis.mainLoad(loads);
        String where = loads.size() > 1 ? ", " + load.label() : "";
        List<Point> measured = analysis.pointsAt(load).stream().filter(point -> point.representative() != null)
                .toList();
        List<Point> answered = measured.stream()
                .filter(point -> point.representative().measured().requests().latency() != null).toList();
        if (!answered.isEmpty()) {
            charts.add(LatencyCharts.histogram("How latencies are distributed" + where, "histogram" + suffix, answered,
                    colours));
            charts.add(LatencyCharts.percentiles("Latency, percentile by percentile" + where,
                    "latency-percentiles" + suffix, answered, colours));
        }
        if (!measured.isEmpty()) {
            charts.add(RunCharts.cpu("Cores kept busy over time" + where, "cpu-over-time" + suffix, measured, colours));
        }
        if (load.isOpen() && !answered.isEmpty()) {
            charts.add(RunCharts.latency("Latency over time, ms" + where, "latency-over-time" + suffix, answered,
                    colours));
        }
    }
}
