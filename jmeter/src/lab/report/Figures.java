package lab.report;

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
import lab.results.Metric;
import lab.judge.Point;
import lab.judge.Rule;
import lab.results.Run.Requests;
import lab.results.Run.Sample;
import lab.results.Run;
import lab.results.Spread;
import lab.judge.Validity;
import lab.judge.ValidityRules;
import text.Numbers;

final class Figures {
    private static final String RATIO = """
            The first contender's figure divided by the second's: the median over all pairs of repetitions, with its \
            confidence interval in brackets. ≈: the repetitions show no difference. °: too few repetitions for a \
            confidence of 90 %. n/a: a figure is in doubt or unknown. The median is the Hodges–Lehmann estimate. The \
            interval inverts the Wilcoxon–Mann–Whitney rank sum test, which assumes no distribution. Its confidence is \
            at least 95 % with four repetitions of each contender, and 90 % with three. A single repetition has no \
            interval.""";
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
            The additional memory of service one under the larger load, divided by the additional connections. In \
            brackets: the minimum and the maximum over all pairs of repetitions. ≈: not distinguishable from zero. A \
            connection that waits in the queue for a thread costs less than one that is served. The live heap contains \
            neither garbage nor stacks of platform threads. Resident memory contains both. Garbage grows with the \
            requests per second, not with the connections. If resident memory is far above the live heap, most of it \
            is garbage not yet collected.""";
    private static final String WORK = """
            Service two counted its calls and new connections during the window. Both are divided by the requests that \
            ended in the window. The answer's size was measured with one request before the load. A contender that \
            does different work from most others is left out of the ratios. Failed requests make fewer calls, so only \
            a difference that failures cannot explain counts as different work. Connections between JMeter and a \
            contender are not compared, because a pool may close them to share its threads.""";

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
        return point.hasEnoughAnswers(metric) ? Numbers.text(point.spread(metric).median()) + mark(point, metric)
                : tooFew(point.missingAnswers(metric));
    }

    private static String tooFew(long requests) {
        return String.format(Locale.ROOT, "needs %,d more", requests);
    }

    static String mark(Point point, Metric metric) {
        return point.spread(metric).isKnown() || point.isUsable(metric) ? point.validity(metric).mark() : "";
    }

    static List<String> marks(Analysis analysis, List<Metric> metrics) {
        List<String> used = analysis.points().stream().flatMap(point -> metrics.stream()
                .map(metric -> mark(point, metric))).distinct().toList();
        List<String> marks = new ArrayList<>();
        if (used.contains(Validity.WITH_CARE.mark())) {
            marks.add("† usable with care: the validity checks say why.");
        }
        if (used.contains(Validity.NOT_VALID.mark())) {
            marks.add("* in doubt: a check failed (see the reasons), so no ratio includes the figure.");
        }
        if (analysis.points().stream().anyMatch(point -> !metrics.stream().allMatch(point::hasEnoughAnswers))) {
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

    /**
     * {@code 4.98× (4.95–5.02)}. Marks: † usable with care, ≈ no difference shown, ° too few repetitions.
     */
    private static String ratio(Comparison pair) {
        ConfidenceInterval ratio = pair.ratio();
        String estimate = Numbers.times(ratio.estimate()) + (pair.isWithCare() ? "†" : "");
        return ratio.confidence() == 0 ? estimate : estimate + " (" + ratio.text() + ")"
                + (!ratio.excludesOne() ? " ≈" : ratio.hasConfidence() ? "" : " °");
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
        ofOneRun.add(new Column("longest", point -> Numbers.text(requests(point).latency().max())));
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
        return metric.interval(run).map(each -> Numbers.text(metric.of(run)) + mark(point, metric) + " ("
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
                new Column("which calls; the same work?", Figures::whichWork))), WORK));
    }

    private static String whichWork(Point point) {
        String routes = point.work().isKnown() ? point.work().byRoute() : "";
        Optional<String> answer = point.work().sample().filter(sample -> point.hasOtherMembers()).map(Sample::body);
        return (routes.isEmpty() ? "none" : routes) + (point.otherWork().isPresent() ? "; ✗ other work" : "; ✓")
                + answer.map(body -> "; a different answer: " + body.replaceFirst("(?s)(.{60}).+", "$1…")).orElse("");
    }

    static String checks(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("check", "passes if", "because", "otherwise", "result"));
        for (Rule rule : ValidityRules.ALL) {
            List<Run> checked = analysis.results().runs().stream().filter(rule::isChecked).toList();
            long broken = checked.stream().filter(run -> rule.judge(run).isPresent()).count();
            rows.add(List.of(rule.name(), rule.limit(), rule.reason(), rule.effect().text(), checked.isEmpty()
                    ? "not checked here" : broken == 0 ? "✓ all " + checked.size()
                    : "✗ " + broken + " of " + checked.size()));
        }
        return Html.section("Validity checks", Html.table("text-table", rows));
    }
}
