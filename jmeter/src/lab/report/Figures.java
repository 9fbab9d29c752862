package lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Rule.Check;
import lab.judge.Rule.Kind;
import lab.judge.Rule;
import lab.judge.Rules;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Requests;
import lab.results.Run;
import text.Numbers;

final class Figures {
    private static final String RATIO = """
            The first contender's figure divided by the second's: the geometric mean over the rounds, with its \
            confidence interval in brackets. ≈: the repetitions show no difference, or one below 1 %. n/a: a figure is \
            invalid or unknown. Runs of one round are neighbours in time and are compared with each other. The \
            interval is Student's for paired differences of logarithms, with the scatter of all contenders pooled. All \
            ratios of one figure under one load are right together in 98 of 100 experiments (Bonferroni). A single \
            repetition has no interval.""";
    private static final String PERCENTILE = """
            The percentiles are from the run with the median throughput. In brackets: the 95 % confidence interval. \
            For the percentile p of n requests, its ends are the latencies at the ranks np ∓ 1.96·√(np(1 − p)). It \
            assumes independent requests, but no distribution. Requests delayed by the same stall are not independent. \
            If the repetitions differ by more than the width of the interval, trust the repetitions.""";
    private static final String COST = """
            All figures are of service one, except "of all programs". CPU time is what the kernel accounted for in the \
            measured window. CPU time per request leaves out the JIT compiler, because its work is soon done. The \
            compiler's CPU time is under "What the compiler and the machine did". Resident memory (RSS) and threads \
            were read at the end of the window. The live heap is what was left by a full garbage collection just after \
            the window, still under load.""";
    private static final String MEMORY = """
            The additional memory of service one under the larger load, divided by the additional connections. A \
            connection that waits in the queue for a thread costs less than one that is served. The live heap contains \
            neither garbage nor stacks of platform threads. Resident memory contains both. Garbage grows with the \
            requests per second, not with the connections. If resident memory is far above the live heap, most of it \
            is garbage not yet collected.""";
    private static final String INVALID = "*";
    private static final String GROWS = "grows";
    private static final double KIB_PER_MIB = 1024;

    record Column(String head, Function<Point, String> cell) {
    }

    static List<List<String>> table(Analysis analysis, List<Column> columns) {
        return table(analysis, analysis.points(), columns);
    }

    private static List<List<String>> table(Analysis analysis, List<Point> points, List<Column> columns) {
        List<Column> all = new ArrayList<>(List.of(new Column("contender", Point::contender),
                new Column("load", point -> loadName(analysis, point.load()))));
        all.addAll(columns);
        return Stream.concat(Stream.of(all.stream().map(Column::head).toList()),
                points.stream().map(point -> all.stream().map(column -> column.cell().apply(point)).toList())).toList();
    }

    static String loadName(Analysis analysis, Load load) {
        boolean onePath = analysis.results().experiment().loads().stream().map(Load::path).distinct().count() == 1;
        return onePath ? load.label() : load.name();
    }

    static List<Column> medians(List<Metric> metrics, String... heads) {
        return IntStream.range(0, heads.length).mapToObj(i -> new Column(heads[i], point -> median(point,
                metrics.get(i)))).toList();
    }

    private static String median(Point point, Metric metric) {
        return point.grows(metric) ? GROWS : point.missingAnswers(metric) == 0
                ? (Analysis.isAtLeast(point, metric) ? "at least " : "")
                + Numbers.text(point.spread(metric).median()) + mark(point, metric)
                : tooFew(point.missingAnswers(metric));
    }

    private static String tooFew(long requests) {
        return String.format(Locale.ROOT, "needs %,d more", requests);
    }

    static String mark(Point point, Metric metric) {
        return point.spread(metric).isKnown() && !point.isValid(metric) ? INVALID : "";
    }

    static List<String> marks(Analysis analysis, List<Metric> metrics) {
        List<String> marks = new ArrayList<>();
        if (analysis.points().stream().anyMatch(point -> metrics.stream()
                .anyMatch(metric -> !mark(point, metric).isEmpty()))) {
            marks.add("* invalid: no ratio and no verdict includes the figure; the reasons are given below.");
        }
        if (analysis.points().stream().anyMatch(point -> metrics.stream().anyMatch(point::grows))) {
            marks.add("grows: more requests arrive than are answered, so the latency grows for as long as they do.");
        }
        if (analysis.points().stream().anyMatch(point -> metrics.stream()
                .anyMatch(metric -> point.missingAnswers(metric) > 0))) {
            marks.add("needs N more: in some repetition this percentile needs N more answers for a 95 % confidence "
                    + "interval.");
        }
        return marks;
    }

    static String ratios(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("", "load"), Analysis.COMPARED.stream().map(Metric::label)).toList());
        for (Load load : analysis.results().experiment().loads()) {
            Map<String, List<Comparison>> pairs = analysis.comparisons(load).stream().collect(Collectors.groupingBy(
                    each -> each.point().contender() + " / " + each.base().contender(), LinkedHashMap::new,
                    Collectors.toList()));
            pairs.forEach((pair, ratios) -> rows.add(Stream.concat(Stream.of(pair, loadName(analysis, load)),
                    Analysis.COMPARED.stream().map(metric -> ratios.stream().filter(each -> each.metric() == metric
                    && each.ratio().isKnown()).map(Figures::ratio).findFirst().orElse(Numbers.UNKNOWN))).toList()));
        }
        return Html.section("Ratios", Html.table("figures-table", rows, RATIO));
    }

    /** {@code 4.98× (4.95–5.02)}. The mark ≈ means that there is no difference. */
    private static String ratio(Comparison pair) {
        return pair.ratio().text() + (pair.ratio().hasInterval() && !pair.ratio().isDifferent() ? " ≈" : "");
    }

    /** The medians of the runs' percentiles. A folded table has the percentiles of one run of each point. */
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
        ofOneRun.add(new Column("longest", point -> point.grows(Metric.MAX) ? GROWS
                : Numbers.text(requests(point).latency().max())));
        List<Point> answered = analysis.points().stream().filter(point -> point.representative() != null
                && requests(point).latency() != null && !requests(point).latency().intervals().isEmpty()).toList();
        return Html.section("Latency, ms", Html.table("figures-table", table(analysis, medians(metrics, "mean ms",
                "p50", "p90", "p95", "p99", "p99.9", "longest"))) + Html.paragraphs(marks(analysis, metrics))
                + Html.folded("Percentiles of single runs, with confidence intervals", Html.table("figures-table",
                table(analysis, answered, ofOneRun), PERCENTILE)));
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static String percentile(Point point, Metric metric) {
        Run run = point.representative();
        return point.grows(metric) ? GROWS : metric.interval(run).map(each -> Numbers.text(metric.of(run))
                + mark(point, metric) + " ("
                + Numbers.text(each.low()) + "–" + Numbers.text(each.high()) + ")")
                .orElse(tooFew(metric.missingAnswers(run)));
    }

    static String resources(Analysis analysis) {
        List<Metric> metrics = List.of(Metric.CPU_PER_REQUEST, Metric.CPU_OF_ALL, Metric.CORES, Metric.RSS,
                Metric.LIVE_HEAP, Metric.THREADS, Metric.VIRTUAL_THREADS);
        return Html.section("CPU time, memory and threads", Html.table("figures-table", table(analysis,
                medians(metrics, "CPU µs per request", "of all programs", "cores busy", "RSS MiB", "live heap MiB",
                "OS threads", "virtual threads")), COST) + Html.paragraphs(marks(analysis, metrics)));
    }

    /** A row for each contender and load, if the contender also ran with fewer users. */
    static String memoryPerConnection(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "growth", "live heap, KiB per connection",
                "resident memory, KiB per connection"));
        for (Point point : analysis.points()) {
            analysis.pointsOf(point.contender(), analysis.results().experiment().loads()).stream()
                    .filter(other -> other.load().series().equals(point.load().series()) && point.load().isClosed()
                            && other.load().amount() < point.load().amount() && other.isValid(Metric.RSS)
                            && point.isValid(Metric.RSS))
                    .min(Comparator.comparingDouble(other -> other.load().amount()))
                    .ifPresent(smallest -> rows.add(List.of(point.contender(), String.format("from %,d to %s",
                            smallest.load().users(), point.load().label()), growth(smallest, point, Metric.LIVE_HEAP),
                            growth(smallest, point, Metric.RSS))));
        }
        return Html.section("Memory per connection", Html.table("figures-table", rows, MEMORY));
    }

    private static String growth(Point from, Point to, Metric mebibytes) {
        return Numbers.text(KIB_PER_MIB * (to.spread(mebibytes).median() - from.spread(mebibytes).median())
                / (to.load().users() - from.load().users()));
    }

    static String checks(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("rule", "a run obeys it if", "because", "otherwise", "result"));
        for (Rule rule : Rules.ALL) {
            List<Run> known = analysis.results().runs().stream().filter(rule::isKnown).toList();
            long broken = known.stream().filter(run -> Rules.judge(run).stream()
                    .anyMatch(finding -> finding.rule() == rule)).count();
            rows.add(List.of(rule.name(), rule.checks().stream().map(Check::limit).collect(Collectors.joining("; ")),
                    rule.reason(), rule.kind() == Kind.EXPLANATION ? "explains a difference" : "invalid",
                    known.isEmpty() ? "unknown" : broken == 0 ? "✓ all " + known.size()
                    : "✗ " + broken + " of " + known.size()));
        }
        return Html.section("Rules", Html.table("text-table", rows));
    }
}
