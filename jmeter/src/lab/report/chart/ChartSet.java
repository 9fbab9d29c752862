package lab.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis.MemoryGrowth;
import lab.judge.Analysis;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run;
import lab.report.chart.RowChart.Group;
import lab.report.chart.RowChart.Row;

/**
 * Chooses the charts for the loads that share an axis: bars where there are one or two, for a line between two would
 * look like a trend; curves where there are more.
 */
public final class ChartSet {
    /** From so many loads on, a curve says more than bars. */
    private static final int CURVE = 3;
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
        this.suffix = (suffix.isEmpty() ? "" : "-" + suffix) + ".svg";
    }

    /** @param suffix of the file names, where a report has more than one set */
    public static List<Chart> of(Analysis analysis, Colours colours, List<Load> loads, String suffix) {
        ChartSet set = new ChartSet(analysis, colours, loads, suffix);
        set.draw();
        return set.charts;
    }

    /** A chart for each load, with all of its runs. */
    public static List<Chart> everyRun(Analysis analysis, Colours colours) {
        List<Chart> charts = new ArrayList<>();
        for (Load load : analysis.results().experiment().loads()) {
            List<Run> runs = analysis.at(load).stream().flatMap(point -> point.runs().stream()
                    .sorted(Comparator.comparing(Run::repetition)))
                    .filter(run -> run.isMeasured() && !run.measured().ticks().isEmpty()).toList();
            if (!runs.isEmpty()) {
                String name = (load.path() + "-" + load.label().replace(",", "")).replaceAll("[^A-Za-z0-9]+", "-");
                charts.add(PanelChart.strips(load.path() + ", " + load.label(), "runs" + name + ".svg", runs, colours));
            }
        }
        return charts;
    }

    private void draw() {
        add(Metric.THROUGHPUT, "throughput", "Throughput, requests per second", Prediction::throughput);
        if (loads.size() < CURVE) {
            range();
        } else {
            add(Metric.P50, "latency-p50", "Median latency, ms", predicted -> 1e3 * predicted.latency());
            add(Metric.P99, "latency-p99", "99th percentile of latency, ms", NOTHING);
        }
        add(Metric.CPU_PER_REQUEST, "cpu", "CPU time of service one per request, µs", NOTHING);
        add(Metric.RSS, "memory", "Resident memory of service one, MiB", NOTHING);
        add(Metric.LIVE_HEAP, "heap", "Live heap of service one, MiB", NOTHING);
        memoryPerConnection();
        add(Metric.THREADS, "threads", "Operating system threads of service one", NOTHING);
        overTime();
    }

    /** What the dashed strokes of a chart are. */
    private String theory(Metric metric) {
        if (metric != Metric.THROUGHPUT) {
            return "predicted mean";
        }
        return points().anyMatch(point -> point.predicted().isCpuBound()) ? "what the cores allow"
                : "predicted by Little's law";
    }

    /** Little's law, or where a route only computes what the cores allow at the CPU time that was measured. */
    private static Prediction expectation(Point point) {
        return point.predicted().isCpuBound() ? point.ceiled() : point.predicted();
    }

    private Stream<Point> points() {
        return analysis.points().stream().filter(point -> loads.contains(point.load()));
    }

    private void add(Metric metric, String file, String title, ToDoubleFunction<Prediction> predicted) {
        if (points().noneMatch(point -> point.spread(metric).isKnown())) {
            return;                                                 // nothing on this machine tells it
        }
        if (loads.size() >= CURVE) {
            List<CurveChart.Curve> curves = contenders().map(contender -> curve(contender, metric, predicted)).toList();
            charts.add(CurveChart.overLoads(title, file + suffix, axis(), isFromZero(metric), curves, theory(metric),
                    legend(metric)));
        } else {
            charts.add(RowChart.bars(title, file + suffix, groups(point -> row(point, metric, predicted)),
                    theory(metric), legend(metric)));
        }
    }

    private Legend legend(Metric metric) {
        return new Legend().remarkIf(metric == Metric.LIVE_HEAP, "What a full collection left, the load still on.")
                .remarkIf(points().anyMatch(point -> !point.isCarried(metric)), "Where there is none, a repetition had "
                        + "fewer than the " + metric.leastRequests() + " requests that it needs.");
    }

    /** The points of each load, each as what a chart shows of it. */
    private List<Group> groups(Function<Point, Row> shown) {
        return loads.stream().map(load -> new Group(loads.size() == 1 ? "" : load.label(),
                analysis.at(load).stream().map(shown).toList())).toList();
    }

    private Row row(Point point, Metric metric, ToDoubleFunction<Prediction> predicted) {
        return new Row(point.contender(), colours.of(point.contender()), point.validity(metric), point.spread(metric), null,
                predicted.applyAsDouble(expectation(point)));
    }

    /** Latencies and threads of contenders may be far apart; what adds up over users is seen on a plain axis only. */
    private static boolean isFromZero(Metric metric) {
        return metric != Metric.P50 && metric != Metric.P99 && metric != Metric.THREADS;
    }

    /** By how much the heap grows from the smallest load to the largest at which that is known. */
    private void memoryPerConnection() {
        loads.stream().sorted(Comparator.comparing(Load::amount).reversed())
                .map(load -> analysis.at(load).stream().map(analysis::memoryGrowth).flatMap(Optional::stream)
                        .filter(growth -> growth.live().isKnown()).toList())
                .filter(growths -> !growths.isEmpty()).findFirst().ifPresent(this::memoryPerConnection);
    }

    private void memoryPerConnection(List<MemoryGrowth> growths) {
        Load from = growths.getFirst().from().load();
        List<Row> rows = growths.stream().filter(growth -> growth.from().load().equals(from))
                .map(growth -> new Row(growth.to().contender(), colours.of(growth.to().contender()),
                        growth.validity(), growth.live(), null, Double.NaN)).toList();
        charts.add(RowChart.bars("Live heap per additional connection, KiB", "memory-per-connection" + suffix,
                List.of(new Group("", rows)), "",
                new Legend().remark("Growth of the live heap " + growths.getFirst().span()
                        + ", divided by the additional connections; those that wait for a thread count too.")));
    }

    private Stream<String> contenders() {
        return analysis.results().experiment().contenders().stream().map(Contender::name);
    }

    private CurveChart.Curve curve(String contender, Metric metric, ToDoubleFunction<Prediction> theory) {
        List<Point> points = analysis.of(contender, loads);
        List<CurveChart.Dot> dots = points.stream().map(point -> new CurveChart.Dot(point.load().amount(),
                point.spread(metric), point.validity(metric))).toList();
        return new CurveChart.Curve(contender, colours.of(contender), dots, expected(points, theory));
    }

    /** The theory at each load, and where it bends between two: there the users begin to outnumber the threads. */
    private static List<CurveChart.Expected> expected(List<Point> points, ToDoubleFunction<Prediction> theory) {
        List<CurveChart.Expected> line = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i > 0 && bendsBetween(points.get(i - 1), points.get(i))) {
                line.add(bend(points.get(i - 1), points.get(i).predicted(), theory));
            }
            line.add(new CurveChart.Expected(points.get(i).load().amount(),
                    theory.applyAsDouble(expectation(points.get(i)))));
        }
        return line;
    }

    /** Up to the bend throughput grows with the users and latency does not; after it, the other way round. */
    private static CurveChart.Expected bend(Point before, Prediction after, ToDoubleFunction<Prediction> theory) {
        double users = before.load().users() * after.throughput() / before.predicted().throughput();
        return new CurveChart.Expected(users, theory.applyAsDouble(new Prediction(after.throughput(),
                before.predicted().latency(), users, after.limit())));
    }

    private static boolean bendsBetween(Point before, Point after) {
        return before.load().isClosed() && before.predicted().limit().equals("users")
                && !after.predicted().limit().equals("users") && Double.isFinite(after.predicted().throughput());
    }

    private void range() {
        charts.add(RowChart.ranges("Latency, median to 99th percentile, ms", "latency" + suffix,
                groups(point -> new Row(point.contender(), colours.of(point.contender()), point.validity(),
                        point.spread(Metric.P50), point.spread(Metric.P99), Double.NaN))));
    }

    /** Of one run of each contender, under one load. */
    private void overTime() {
        Load load = analysis.mainLoad(loads);
        List<Point> run = analysis.at(load).stream().filter(point -> point.representative() != null).toList();
        List<Point> answered = run.stream()
                .filter(point -> point.representative().measured().requests().latency() != null).toList();
        if (!answered.isEmpty()) {
            charts.add(PanelChart.histogram("How latencies are distributed" + where(load), "histogram" + suffix,
                    answered, colours));
            charts.add(CurveChart.distribution("Latency, percentile by percentile" + where(load),
                    "latency-percentiles" + suffix, answered, colours));
        }
        if (!run.isEmpty()) {
            charts.add(PanelChart.cpu("Cores kept busy over time" + where(load), "cpu-over-time" + suffix, run,
                    colours));
        }
        if (load.isOpen() && !answered.isEmpty()) {
            charts.add(PanelChart.latency("Latency over time, ms" + where(load), "latency-over-time" + suffix,
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
