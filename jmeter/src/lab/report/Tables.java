package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import lab.judge.ConfidenceInterval;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run;
import lab.judge.Spread;
import lab.judge.Validity;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;

/**
 * The figures of the report as tables of text, first row the head; for the page and, in part, the terminal. Stateless.
 */
final class Tables {
    static final List<Metric> PERCENTILES = List.of(Metric.MEAN, Metric.P50, Metric.P90, Metric.P95, Metric.P99,
            Metric.P999, Metric.MAX);
    static final List<Metric> RESOURCES = List.of(Metric.CPU_PER_REQUEST, Metric.CPU_OF_ALL, Metric.CORES, Metric.RSS,
            Metric.LIVE_HEAP, Metric.THREADS, Metric.VIRTUAL_THREADS);

    static String where(Analysis analysis, Load load) {
        boolean onePath = analysis.results().experiment().loads().stream().map(Load::path).distinct().count() == 1;
        return onePath ? load.label() : load.name();
    }

    /** Prediction against measurement. */
    static List<List<String>> grades(Analysis analysis) {
        Grades guessed = new Grades(analysis);
        List<List<String>> rows = new ArrayList<>();
        rows.add(guessed.row(List.of("contender", "load", "predicted /s", "set by", "measured /s", "of predicted",
                "remark"), Grades.head()));
        for (Point point : analysis.points()) {
            rows.add(guessed.row(List.of(point.contender(), where(analysis, point.load()),
                    Numbers.text(point.ceiled().throughput()), point.ceiled().isKnown() ? point.ceiled().limit() : "",
                    point.spread(Metric.THROUGHPUT).text() + mark(point, Metric.THROUGHPUT), share(point),
                    Remarks.of(point)), guessed.of(point)));
        }
        return rows;
    }

    static double throughput(Point point) {
        return point.spread(Metric.THROUGHPUT).median();
    }

    /** Of what was predicted; in its place, why there is no such share. */
    static String share(Point point) {
        return !point.isMeasured() ? "not measured" : !point.isUsable() ? Validity.NOT_VALID.label()
                : Numbers.percent(point.shareOfPredicted()) + mark(point, Metric.THROUGHPUT);
    }

    /** What marks a figure that is not wholly valid; {@link Method#MARKS} explains it. */
    static String mark(Point point, Metric metric) {
        return switch (point.validity(metric)) {
            case VALID -> "";
            case WITH_CARE -> "†";
            case NOT_VALID -> point.spread(metric).isKnown() ? "*" : "";
        };
    }

    /** The median and its mark; where there are too few requests for it, how many more it needs. */
    static String median(Point point, Metric metric) {
        return point.isCarried(metric) ? Numbers.text(point.spread(metric).median()) + mark(point, metric)
                : needs(point.needs(metric));
    }

    static String needs(long requests) {
        return String.format(Locale.ROOT, "needs %,d more", requests);
    }

    static List<List<String>> percentiles(Analysis analysis) {
        return ofMetrics(analysis, List.of("mean ms", "p50", "p90", "p95", "p99", "p99.9", "longest"), PERCENTILES);
    }

    static List<List<String>> resources(Analysis analysis) {
        return ofMetrics(analysis, List.of("CPU µs per request", "of all programs", "cores busy",
                "RSS MiB", "live heap MiB", "OS threads", "virtual threads"),
                RESOURCES);
    }

    /** What each additional connection costs, for the points that have one of fewer users beside them. */
    static List<List<String>> memoryPerConnection(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "growth", "live heap, KiB per connection",
                "resident memory, KiB per connection"));
        analysis.points().stream().map(analysis::memoryGrowth).flatMap(Optional::stream)
                .forEach(growth -> rows.add(List.of(growth.to().contender(), growth.span(), growth(growth.live()),
                        growth(growth.resident()))));
        return rows;
    }

    private static String growth(Spread spread) {
        return spread.text() + (spread.least() <= 0 ? " ≈" : "");
    }

    private static List<List<String>> ofMetrics(Analysis analysis, List<String> names, List<Metric> metrics) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("contender", "load"), names.stream()).toList());
        for (Point point : analysis.points()) {
            rows.add(Stream.concat(Stream.of(point.contender(), where(analysis, point.load())),
                    metrics.stream().map(metric -> median(point, metric))).toList());
        }
        return rows;
    }

    /** A row for each pair, a column for each metric. */
    static List<List<String>> ratios(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("", "load"), Analysis.COMPARED.stream().map(Metric::label)).toList());
        for (Load load : analysis.results().experiment().loads()) {
            Map<String, Map<Metric, Comparison>> pairs = new LinkedHashMap<>();
            for (Comparison comparison : analysis.comparisons(load)) {
                pairs.computeIfAbsent(comparison.point().contender() + " / " + comparison.base().contender(),
                        pair -> new LinkedHashMap<>()).put(comparison.metric(), comparison);
            }
            pairs.forEach((pair, ratios) -> rows.add(Stream.concat(Stream.of(pair, where(analysis, load)),
                    Analysis.COMPARED.stream().map(metric -> ratio(ratios.get(metric)))).toList()));
        }
        return rows;
    }

    /** {@code 4.98× (4.95–5.02)}; marked where the repetitions show no difference, or are too few. */
    private static String ratio(Comparison pair) {
        if (pair == null || !pair.ratio().isKnown()) {
            return Numbers.UNKNOWN;
        }
        ConfidenceInterval ratio = pair.ratio();
        String care = pair.isWithCare() ? "†" : "";
        if (ratio.confidence() == 0) {
            return Numbers.times(ratio.estimate()) + care;
        }
        String doubt = !ratio.leavesOneOut() ? " ≈" : ratio.hasConfidence() ? "" : " °";
        return Numbers.times(ratio.estimate()) + care + " (" + ratio.text() + ")" + doubt;
    }

    /** Each rule, how many runs it was checked on, and how many broke it. */
    static List<List<String>> checks(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("check", "passes", "because", "otherwise", "result"));
        for (Rule rule : ValidityRules.ALL) {
            List<Run> checked = analysis.results().runs().stream().filter(rule::isChecked).toList();
            long broken = checked.stream().filter(run -> rule.judge(run).isPresent()).count();
            String result = checked.isEmpty() ? "not checked here" : broken == 0 ? "✓ all " + checked.size() : "✗ "
                    + broken + " of " + checked.size();
            rows.add(List.of(rule.name(), rule.limit(), rule.reason(), rule.otherwise(), result));
        }
        return rows;
    }
}
