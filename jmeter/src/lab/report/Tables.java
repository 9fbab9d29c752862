package lab.report;

import module java.base;
import experiment.Contender;
import experiment.Load;
import experiment.Metric;
import experiment.Run.Measurement;
import experiment.Run.WarmUp;
import experiment.Run;
import experiment.Spread;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Rule.Check;
import lab.judge.Rule;
import lab.judge.Rules;
import text.Numbers;

/** The rows of the report's tables; report.html has their heads. */
final class Tables {
    static final String INVALID = "*";
    /** What a request and a connection cost. */
    static final Metric[] SHARES = {Metric.USER_TIME, Metric.KERNEL_TIME, Metric.ALLOCATED, Metric.HEAP_PER_CONNECTION};
    static final Metric[] BESIDE = {Metric.THROUGHPUT_BESIDE, Metric.GOODPUT_BESIDE, Metric.MEAN_BESIDE,
        Metric.P50_BESIDE, Metric.P99_BESIDE};
    /** The names are column heads of results.csv. */
    static final Map<String, ToDoubleFunction<Measurement>> MACHINE = new LinkedHashMap<>();

    static {
        MACHINE.put("compiler CPU s", m -> m.compilation().compilerSeconds());
        MACHINE.put("compiler waited %", m -> 100 * m.compilation().waited());
        MACHINE.put("collector CPU s", m -> m.compilation().collectorSeconds());
        MACHINE.put("throttled %", m -> 100 * m.machine().contention().throttledShare());
        MACHINE.put("pressure on cores %", m -> 100 * m.machine().contention().cpuPressure());
        MACHINE.put("pressure on memory %", m -> 100 * m.machine().contention().memoryPressure());
        MACHINE.put("stolen %", m -> 100 * m.stolenShare());
    }

    /** A row for each point: contender, load and these cells. */
    static List<List<String>> points(Analysis analysis, Stream<Function<Point, String>> cells) {
        List<Function<Point, String>> all = Stream.concat(Stream.of(Point::contender,
                point -> analysis.name(point.load())), cells).toList();
        return analysis.points().stream().map(point -> all.stream().map(cell -> cell.apply(point)).toList()).toList();
    }

    static List<List<String>> figures(Analysis analysis, Metric... metrics) {
        return points(analysis, Stream.of(metrics).map(metric -> point -> figure(point, metric)));
    }

    /** {@code 949 (939–950)}; with an asterisk if the figure is invalid. */
    static String figure(Point point, Metric metric) {
        long missing = point.missingAnswers(metric);
        return missing > 0 ? String.format(Locale.ROOT, "needs %,d more", missing) : point.grows(metric) ? "grows"
                : (point.isAtLeast(metric) ? "at least " : "") + text(point.spread(metric))
                + (point.spread(metric).isKnown() && !point.isValid(metric) ? INVALID : "");
    }

    private static String text(Spread spread) {
        return spread.least() == spread.greatest() ? Numbers.text(spread.median()) : spread.text();
    }

    /** Rows with {@link #SHARES}, if the experiment asks for them. */
    static List<List<String>> shares(Analysis analysis) {
        return analysis.results().experiment().window().heapProbe() ? figures(analysis, SHARES) : List.of();
    }

    static List<List<String>> ratios(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        for (Load load : analysis.results().experiment().loads()) {
            Map<String, List<Comparison>> pairs = analysis.comparisons(load).stream().collect(Collectors.groupingBy(
                    each -> each.point().contender() + " / " + each.base().contender(), LinkedHashMap::new,
                    Collectors.toList()));
            pairs.forEach((pair, ratios) -> rows.add(Stream.concat(Stream.of(pair, analysis.name(load)),
                    Analysis.COMPARED.stream().map(metric -> ratios.stream().filter(each -> each.metric() == metric
                    && each.ratio().isKnown()).map(Tables::ratio).findFirst().orElse(Numbers.UNKNOWN))).toList()));
        }
        return rows;
    }

    /** {@code 4.98× (4.95–5.02)}. The mark ≈ means that there is no difference. */
    private static String ratio(Comparison pair) {
        return pair.ratio().text() + (pair.ratio().mayBeNone() ? " ≈" : "");
    }

    static List<List<String>> rules(Analysis analysis) {
        return Rules.ALL.stream().map(rule -> List.of(rule.name(),
                rule.checks().stream().map(Check::limit).collect(Collectors.joining("; ")), rule.reason(),
                rule.severity().invalidates() ? "invalid" : "explains a difference", result(analysis, rule)))
                .toList();
    }

    private static String result(Analysis analysis, Rule rule) {
        List<Run> known = analysis.results().runs().stream().filter(rule::isKnown).toList();
        long broken = known.stream().filter(run -> Rules.isBroken(rule, run)).count();
        String unknown = rule.checks().stream().filter(check -> known.stream().noneMatch(check::isKnown))
                .map(Check::limit).collect(Collectors.joining("; "));
        return known.isEmpty() ? "not checked" : (broken == 0 ? "✓ all " + known.size()
                : "✗ " + broken + " of " + known.size()) + (unknown.isEmpty() ? "" : "; not checked: " + unknown);
    }

    static List<List<String>> machine(Analysis analysis) {
        return points(analysis, MACHINE.values().stream().map(value -> point -> {
            Spread spread = Spread.of(point.measured().stream().map(Run::measured).mapToDouble(value).toArray());
            return text(spread);
        }));
    }

    private static Stream<Measurement> measured(Analysis analysis) {
        return analysis.results().runs().stream().filter(Run::isMeasured).map(Run::measured);
    }

    /** Each remote generator with the largest share of its machine's CPU time. */
    static List<List<String>> generators(Analysis analysis) {
        Map<String, Double> shares = new LinkedHashMap<>();
        measured(analysis).forEach(m -> m.elsewhere().generators().forEach(each ->
                shares.merge(each.address() + ", " + each.cores() + " cores", each.share(m.seconds()), Math::max)));
        return shares.entrySet().stream().map(each -> List.of(each.getKey(), Numbers.percent(each.getValue(), 0)))
                .toList();
    }

    /** What is said of service one is left out if it did not run. */
    static List<List<String>> environment(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        analysis.results().environment().forEach((name, value) -> {
            if (!name.startsWith("service one")
                    || analysis.results().experiment().contenders().stream().anyMatch(Contender::isServiceOne)) {
                rows.add(List.of(name, value));
            }
        });
        for (Contender contender : analysis.results().experiment().contenders()) {
            rows.add(List.of("contender " + contender.name(), contender.specification()));
        }
        Spread requests = Spread.of(measured(analysis).map(Measurement::warmUp).mapToDouble(WarmUp::requests)
                .filter(count -> count > 0).toArray());
        if (requests.isKnown()) {
            rows.add(List.of("requests of the first warm-up", requests.text()));
        }
        return rows;
    }

    /** Whose CPU time and memory the report gives. */
    static List<List<String>> processes(Analysis analysis) {
        return analysis.results().experiment().contenders().stream().map(contender -> List.of(contender.name(),
                contender.kind().processes())).toList();
    }
}
