package lab.report;

import static lab.report.Table.column;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.Hypothesis.Bound;
import experiment.Hypothesis;
import experiment.Load;
import experiment.Metric;
import experiment.Run.Measurement;
import experiment.Run;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Repetitions;
import lab.judge.Rule.Check;
import lab.judge.Rule;
import lab.judge.Verdict;
import lab.report.Table.Column;
import text.Numbers;

/** What the report lists. */
record Tables(Analysis analysis) {
    static final String INVALID = "*";
    private static final String RESULTS = "requests/s = throughput; p50 ms = p50 latency; p99 ms = p99 latency; "
            + "CPU µs/request = CPU time per request";
    private static final String PROBED = "user µs = user time per request; kernel µs = kernel time per request; "
            + "KiB/request = allocated per request; heap KiB/connection = live heap per connection";
    private static final String BESIDE = "beside/s = throughput beside; p50 ms beside = p50 latency beside; "
            + "p99 ms beside = p99 latency beside";
    static final List<Reading> MACHINE = List.of(
            new Reading("compiler CPU s", m -> m.compilation().compilerSeconds()),
            new Reading("compiler waited %", m -> 100 * m.compilation().waited()),
            new Reading("collector CPU s", m -> m.compilation().collectorSeconds()),
            new Reading("throttled %", m -> 100 * m.machine().contention().throttledShare()),
            new Reading("pressure on cores %", m -> 100 * m.machine().contention().cpuPressure()),
            new Reading("pressure on memory %", m -> 100 * m.machine().contention().memoryPressure()),
            new Reading("stolen %", m -> 100 * m.stolenShare()));

    /** What the compiler and the machine did in a run. */
    record Reading(String head, ToDoubleFunction<Measurement> value) {
        private Repetitions repetitions(Point point) {
            return Repetitions.of(point.measured().stream().map(Run::measured).mapToDouble(value).toArray());
        }
    }

    private Experiment experiment() {
        return analysis.experiment();
    }

    Table<Verdict> hypotheses() {
        return new Table<>(Verdict.of(analysis), List.of(
                column("ratio", this::subject),
                column("expected", each -> bounds(each.hypothesis().expected())),
                column("refuted by", each -> bounds(each.hypothesis().refuting())),
                column("measured", Verdict::ratioText),
                column("verdict", Verdict::text)));
    }

    String subject(Verdict verdict) {
        Hypothesis hypothesis = verdict.hypothesis();
        return hypothesis.names() + ", " + hypothesis.metric() + ", " + analysis.name(hypothesis.load());
    }

    private static String bounds(List<Bound> bounds) {
        return bounds.stream().map(Bound::toString).collect(Collectors.joining(", "));
    }

    /** The short form, for the terminal. */
    Table<Point> results() {
        List<Column<Point>> columns = new ArrayList<>();
        columns.add(column("theory/s", point -> Numbers.text(point.capped().throughput())));
        columns.addAll(columns(RESULTS));
        if (experiment().window().heapProbe()) {
            columns.addAll(columns(PROBED));
        }
        if (experiment().beside().isPresent()) {
            columns.addAll(columns(BESIDE));
        }
        return points("name", columns);
    }

    Table<Point> predictions() {
        return points("name", List.of(
                column("theory /s", point -> Numbers.text(point.capped().throughput())),
                column("set by", point -> point.capped().limit().words()),
                figure("measured /s", Metric.THROUGHPUT),
                column("of theory", Tables::ofTheory),
                column("remark", Remark::of)));
    }

    /** The measured throughput as a share of theory's, or why there is no such share. */
    private static String ofTheory(Point point) {
        if (!point.isMeasured()) {
            return "not measured";
        }
        return point.isValid(Metric.THROUGHPUT) ? Numbers.percent(point.shareOfPredicted()) : "invalid";
    }

    /** @param figures heads and metrics, such as {@code p50 = p50 latency; p99 = p99 latency} */
    Table<Point> figures(String figures) {
        return points("contender", columns(figures));
    }

    private static List<Column<Point>> columns(String figures) {
        return Stream.of(figures.split(";\\s"))
                .map(figure -> figure.split(" = "))
                .map(figure -> figure(figure[0], Metric.named(figure[1]).orElseThrow()))
                .toList();
    }

    Table<Point> machine() {
        return points("contender", MACHINE.stream()
                .map(each -> column(each.head, (Point point) -> each.repetitions(point).text()))
                .toList());
    }

    private Table<Point> points(String head, List<Column<Point>> figures) {
        List<Column<Point>> columns = new ArrayList<>(List.of(
                column(head, Point::contender),
                column("load", point -> analysis.name(point.load()))));
        columns.addAll(figures);
        return new Table<>(analysis.points(), columns);
    }

    private static Column<Point> figure(String head, Metric metric) {
        return column(head, point -> figure(point, metric));
    }

    /** {@code 949 (939–950)}; with an asterisk if the figure is invalid. */
    private static String figure(Point point, Metric metric) {
        long missing = point.missingAnswers(metric);
        if (missing > 0) {
            return String.format(Locale.ROOT, "needs %,d more", missing);
        }
        if (point.grows(metric)) {
            return "grows";
        }
        Repetitions repetitions = point.repetitions(metric);
        return (point.isAtLeast(metric) ? "at least " : "")
                + repetitions.text()
                + (repetitions.isKnown() && !point.isValid(metric) ? INVALID : "");
    }

    /** Each row has a pair's comparisons at one load. */
    Table<List<Comparison>> ratios() {
        List<List<Comparison>> pairs = experiment().loads().stream()
                .flatMap(load -> pairs(load).stream())
                .toList();
        List<Column<List<Comparison>>> columns = new ArrayList<>(List.of(
                column("contenders", pair -> pair.getFirst().names()),
                column("load", pair -> analysis.name(pair.getFirst().point().load()))));
        Analysis.COMPARED.forEach(metric -> columns.add(ratio(metric)));
        return new Table<>(pairs, columns);
    }

    private Collection<List<Comparison>> pairs(Load load) {
        return analysis.comparisons(load).stream()
                .collect(Collectors.groupingBy(Comparison::names, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    private static Column<List<Comparison>> ratio(Metric metric) {
        return column(metric.label().replace(" latency", ""), pair -> pair.stream()
                .filter(each -> each.metric() == metric && each.ratio().isKnown())
                .map(each -> each.ratio().marked())
                .findFirst()
                .orElse(Numbers.UNKNOWN));
    }

    Table<Rule> rules() {
        return new Table<>(Rule.ALL, List.of(
                column("rule", Rule::name),
                column("a run obeys it if", rule -> limits(Stream.of(rule.checks()))),
                column("because", Rule::reason),
                column("otherwise", rule -> rule.severity().invalidates() ? "invalid" : "explains a difference"),
                column("result", this::result)));
    }

    private static String limits(Stream<Check> checks) {
        return checks.map(Check::limit).collect(Collectors.joining("; "));
    }

    private String result(Rule rule) {
        List<Run> known = analysis.results().runs().stream().filter(rule::isKnown).toList();
        if (known.isEmpty()) {
            return "not checked";
        }
        long broken = known.stream().filter(run -> rule.isBroken(run)).count();
        String unknown = limits(Stream.of(rule.checks())
                .filter(check -> known.stream().noneMatch(check::isKnown)));
        return (broken == 0 ? "✓ all " : "✗ " + broken + " of ") + known.size()
                + (unknown.isEmpty() ? "" : "; not checked: " + unknown);
    }

    private Stream<Measurement> measured() {
        return analysis.results().runs().stream().filter(Run::isMeasured).map(Run::measured);
    }

    /** Each remote generator with the largest share of its machine's CPU time. */
    List<Fact> generators() {
        Map<String, Double> shares = new LinkedHashMap<>();
        measured().forEach(m -> m.elsewhere().generators().forEach(each -> shares.merge(
                each.address() + ", " + each.cores() + " cores",
                each.share(m.seconds()),
                Math::max)));
        return shares.entrySet().stream()
                .map(each -> new Fact(each.getKey(), Numbers.percent(each.getValue(), 0)))
                .toList();
    }

    /** What is said of service one is left out if it did not run. */
    List<Fact> environment() {
        Map<String, String> all = new LinkedHashMap<>(analysis.results().environment());
        if (experiment().contenders().stream().noneMatch(Contender::isServiceOne)) {
            all.keySet().removeIf(name -> name.startsWith("service one"));
        }
        experiment().contenders().forEach(each ->
                all.put("contender " + each.name(), each.specification()));
        Repetitions requests = Repetitions.of(measured()
                .mapToDouble(m -> m.warmUp().requests())
                .filter(count -> count > 0)
                .toArray());
        if (requests.isKnown()) {
            all.put("requests of the first warm-up", requests.text());
        }
        return all.entrySet().stream().map(each -> new Fact(each.getKey(), each.getValue())).toList();
    }

    record Fact(String name, String value) {
    }
}
