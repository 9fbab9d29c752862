package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.ConfidenceInterval;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run.Requests;
import lab.judge.Run.Sample;
import lab.judge.Run;
import lab.judge.Spread;
import lab.judge.Validity;
import lab.judge.Rule;
import lab.judge.ValidityRules;

/** The sections with the figures that were measured, and what the marks beside them mean. */
final class Figures {
    private static final String RATIO = """
            The first contender's figure divided by the second's: the median of all pairs of repetitions, in brackets \
            its confidence interval. ≈: the repetitions do not show a difference. °: they are too few for a \
            confidence of 90 %. Figures that are in doubt are left out. (Estimate by Hodges and Lehmann; the interval \
            is that of the rank sum test of Wilcoxon, Mann and Whitney, which assumes no distribution: 95 % where \
            there are repetitions enough, 90 % with three against three; one repetition has none.)""";
    private static final String PERCENTILE = """
            Of one run, that of median throughput; in brackets the interval that holds the percentile with a \
            confidence of 95 %. For n requests its ends are the latencies of the ranks np ∓ 1.96·√(np(1 − p)). \
            It assumes no distribution, but that requests do not depend on one another. Those that one stall holds \
            up do; so where the repetitions differ by more than the interval is wide, believe the repetitions.""";
    private static final String COST = """
            Of service one alone, but for the CPU time of all programs. CPU time is the kernel's account in the \
            measured window; per request it is that without the JVM's own compiler, which works once for each method \
            and stands with the machine. Resident memory (RSS) and threads are those at its end. The live heap is \
            what a full collection left right after it, the load still on.""";
    private static final String MEMORY = """
            What service one holds more under the larger load than under the smaller, divided by the additional \
            connections; in brackets the least and the greatest of all pairs of repetitions. ≈: not distinguishable \
            from nothing. A connection that waits in the queue for a thread costs less than one that is served. The \
            live heap is without garbage, but also without the stacks of platform threads. Resident memory has them, \
            and garbage too, which grows with the requests per second rather than with the connections: where it is \
            far above the live heap, most of it is garbage that the collector has left lying.""";
    private static final String WORK = """
            Calls, and new connections for them, as service two counted them over the window, divided by the requests \
            that ended in it; the answer's size is that of one request before the load. A contender whose requests \
            are other work than those of most others takes part in no ratio. Where requests fail, they make fewer \
            calls: then only what cannot be explained by that counts as other work. Not compared are connections \
            between JMeter and a contender: to end them is part of how a pool shares its threads.""";

    /** What a table shows of each point, beside its contender and its load. */
    record Column(String head, Function<Point, String> cell) {
    }

    static List<List<String>> table(Analysis analysis, List<Column> columns) {
        return table(analysis, analysis.points(), columns);
    }

    private static List<List<String>> table(Analysis analysis, List<Point> points, List<Column> columns) {
        List<Column> all = new ArrayList<>(List.of(new Column("contender", Point::contender),
                new Column("load", point -> where(analysis, point.load()))));
        all.addAll(columns);
        return Stream.concat(Stream.of(all.stream().map(Column::head).toList()),
                points.stream().map(point -> all.stream().map(column -> column.cell().apply(point)).toList())).toList();
    }

    /** The load as a reader knows it: without its path where all have the same. */
    static String where(Analysis analysis, Load load) {
        boolean onePath = analysis.results().experiment().loads().stream().map(Load::path).distinct().count() == 1;
        return onePath ? load.label() : load.name();
    }

    static List<Column> medians(List<Metric> metrics, String... heads) {
        return IntStream.range(0, heads.length).mapToObj(i -> new Column(heads[i], point -> median(point,
                metrics.get(i)))).toList();
    }

    /** The median and its mark; where there are too few requests for it, how many more it needs. */
    private static String median(Point point, Metric metric) {
        return point.isCarried(metric) ? Numbers.text(point.spread(metric).median()) + mark(point, metric)
                : needs(point.needs(metric));
    }

    private static String needs(long requests) {
        return String.format(Locale.ROOT, "needs %,d more", requests);
    }

    /** What stands beside a figure that is not wholly valid. */
    static String mark(Point point, Metric metric) {
        return point.spread(metric).isKnown() || point.isUsable(metric) ? point.validity(metric).mark() : "";
    }

    /** What the marks mean that some of these figures bear; nothing for those without. */
    static List<String> marks(Analysis analysis, List<Metric> metrics) {
        List<String> borne = analysis.points().stream().flatMap(point -> metrics.stream()
                .map(metric -> mark(point, metric))).distinct().toList();
        List<String> marks = new ArrayList<>();
        if (borne.contains(Validity.WITH_CARE.mark())) {
            marks.add("† usable with care: others used the machine meanwhile, beside all contenders about alike.");
        }
        if (borne.contains(Validity.NOT_VALID.mark())) {
            marks.add("* in doubt, for a reason that is said with the checks: part of no ratio.");
        }
        if (analysis.points().stream().anyMatch(point -> !metrics.stream().allMatch(point::isCarried))) {
            marks.add("needs N more: so many answers are lacking in some repetition for this percentile to have a "
                    + "95 % interval; of so few it is hardly known.");
        }
        return marks;
    }

    /** A row for each pair, a column for each metric. */
    static String ratios(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("", "load"), Analysis.COMPARED.stream().map(Metric::label)).toList());
        for (Load load : analysis.results().experiment().loads()) {
            Map<String, List<Comparison>> pairs = analysis.comparisons(load).stream().collect(Collectors.groupingBy(
                    each -> each.point().contender() + " / " + each.base().contender(), LinkedHashMap::new,
                    Collectors.toList()));
            pairs.forEach((pair, ratios) -> rows.add(Stream.concat(Stream.of(pair, where(analysis, load)),
                    Analysis.COMPARED.stream().map(metric -> ratios.stream().filter(each -> each.metric() == metric
                    && each.ratio().isKnown()).map(Figures::ratio).findFirst().orElse(Numbers.UNKNOWN))).toList()));
        }
        return Html.section("Ratios", Html.table("figures-table", rows, RATIO));
    }

    /** {@code 4.98× (4.95–5.02)}; marked where the repetitions show no difference, or are too few. */
    private static String ratio(Comparison pair) {
        ConfidenceInterval ratio = pair.ratio();
        String estimate = Numbers.times(ratio.estimate()) + (pair.isWithCare() ? "†" : "");
        return ratio.confidence() == 0 ? estimate : estimate + " (" + ratio.text() + ")"
                + (!ratio.leavesOneOut() ? " ≈" : ratio.hasConfidence() ? "" : " °");
    }

    /** The percentiles of all runs and, folded below them, those of one run of each point with their intervals. */
    static String latencies(Analysis analysis) {
        List<Metric> metrics = List.of(Metric.MEAN, Metric.P50, Metric.P90, Metric.P95, Metric.P99, Metric.P999,
                Metric.MAX);
        List<Column> ofOneRun = new ArrayList<>();
        ofOneRun.add(new Column("requests", point -> Numbers.text(requests(point).latencies())));
        List<String> heads = List.of("p50 ms", "p90", "p95", "p99", "p99.9");
        for (int i = 0; i < heads.size(); i++) {
            Metric metric = metrics.get(i + 1);
            ofOneRun.add(new Column(heads.get(i), point -> percentile(point, metric)));
        }
        ofOneRun.add(new Column("longest", point -> Numbers.text(requests(point).latency().max())));
        List<Point> answered = analysis.points().stream().filter(point -> point.representative() != null
                && requests(point).latency() != null && !requests(point).latency().intervals().isEmpty()).toList();
        return Html.section("Latency, ms", Html.table("figures-table", table(analysis, medians(metrics, "mean ms",
                "p50", "p90", "p95", "p99", "p99.9", "longest"))) + Html.paragraphs(marks(analysis, metrics))
                + Html.folded("Percentiles with their intervals, of one run of each", Html.table("figures-table",
                table(analysis, answered, ofOneRun), PERCENTILE)));
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    /** {@code 1,052 (1,051–1,054)}. */
    private static String percentile(Point point, Metric metric) {
        Run run = point.representative();
        return metric.interval(run).map(each -> Numbers.text(metric.of(run)) + mark(point, metric) + " ("
                + Numbers.text(each.low()) + "–" + Numbers.text(each.high()) + ")").orElse(needs(metric.needs(run)));
    }

    static String resources(Analysis analysis) {
        List<Metric> metrics = List.of(Metric.CPU_PER_REQUEST, Metric.CPU_OF_ALL, Metric.CORES, Metric.RSS,
                Metric.LIVE_HEAP, Metric.THREADS, Metric.VIRTUAL_THREADS);
        return Html.section("CPU time, memory and threads", Html.table("figures-table", table(analysis,
                medians(metrics, "CPU µs per request", "of all programs", "cores busy", "RSS MiB", "live heap MiB",
                "OS threads", "virtual threads")), COST) + Html.paragraphs(marks(analysis, metrics)));
    }

    /** What each additional connection costs, for the points that have one of fewer users beside them. */
    static String memoryPerConnection(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "growth", "live heap, KiB per connection",
                "resident memory, KiB per connection"));
        analysis.points().stream().map(analysis::memoryGrowth).flatMap(Optional::stream)
                .forEach(growth -> rows.add(List.of(growth.to().contender(), growth.span(), growth(growth.live()),
                        growth(growth.resident()))));
        return Html.section("Memory per connection", Html.table("figures-table", rows, MEMORY));
    }

    private static String growth(Spread spread) {
        return spread.text() + (spread.least() <= 0 ? " ≈" : "");
    }

    static String work(Analysis analysis) {
        List<Point> known = analysis.points().stream()
                .filter(point -> point.work().isKnown() || point.work().sample().isPresent()).toList();
        return Html.section("The same work?", Html.table("figures-table last-text", table(analysis, known, List.of(
                new Column("calls per request", point -> Numbers.text(point.work().calls())),
                new Column("new connections per request", point -> Numbers.text(point.work().connections())),
                new Column("bytes of an answer", point -> point.work().sample()
                        .map(sample -> Numbers.text(sample.bytes())).orElse(Numbers.UNKNOWN)),
                new Column("which calls, and whether that is the same work", Figures::whichWork))), WORK));
    }

    private static String whichWork(Point point) {
        String routes = point.work().isKnown() ? point.work().byRoute() : "";
        Optional<String> answer = point.work().sample().filter(sample -> point.saysOther()).map(Sample::body);
        return (routes.isEmpty() ? "none" : routes) + (point.otherWork().isPresent() ? "; ✗ other work" : "; ✓")
                + answer.map(body -> "; answers otherwise: " + body.replaceFirst("(?s)(.{60}).+", "$1…")).orElse("");
    }

    /** Each rule, how many runs it was checked on, and how many broke it. */
    static String checks(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("check", "passes", "because", "otherwise", "result"));
        for (Rule rule : ValidityRules.ALL) {
            List<Run> checked = analysis.results().runs().stream().filter(rule::isChecked).toList();
            long broken = checked.stream().filter(run -> rule.judge(run).isPresent()).count();
            rows.add(List.of(rule.name(), rule.limit(), rule.reason(), rule.effect().text(), checked.isEmpty()
                    ? "not checked here" : broken == 0 ? "✓ all " + checked.size()
                    : "✗ " + broken + " of " + checked.size()));
        }
        return Html.section("Checks of validity", Html.table("text-table", rows));
    }
}
