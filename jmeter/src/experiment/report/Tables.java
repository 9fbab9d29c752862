package experiment.report;

import experiment.define.Load;
import experiment.statistics.Analysis;
import experiment.statistics.Comparison;
import experiment.statistics.Metric;
import experiment.statistics.Numbers;
import experiment.statistics.Point;
import experiment.statistics.ConfidenceInterval;
import experiment.statistics.Rule;
import experiment.statistics.Rules;
import experiment.statistics.Run;
import experiment.statistics.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The figures of the report as tables of text, first row the head; for the page and, in part, the terminal. Stateless.
 */
final class Tables {
    static String where(Analysis analysis, Load load) {
        boolean onePath = analysis.results().experiment().loads().stream().map(Load::path).distinct().count() == 1;
        return onePath ? load.label() : load.path() + ", " + load.label();
    }

    /** Prediction against measurement. */
    static List<List<String>> grades(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "load", "predicted /s", "set by", "measured /s", "of predicted", "remark"));
        for (Point point : analysis.points()) {
            rows.add(List.of(point.contender(), where(analysis, point.load()),
                    Numbers.text(point.ceiled().throughput()), point.ceiled().limit(),
                    range(point.spread(Metric.THROUGHPUT)), point.isValid() ? Numbers.percent(point.grade())
                    : "not valid", Remarks.of(point)));
        }
        return rows;
    }

    /** {@code 383 (380–391)}; the median alone where there is but one value. */
    static String range(Spread spread) {
        return Numbers.text(spread.median()) + (spread.count() > 1 ? " (" + Numbers.text(spread.least()) + "–"
                + Numbers.text(spread.greatest()) + ")" : "");
    }

    static List<List<String>> percentiles(Analysis analysis) {
        return ofMetrics(analysis, List.of("mean ms", "p50", "p90", "p95", "p99", "p99.9", "longest"),
                List.of(Metric.MEAN, Metric.P50, Metric.P90, Metric.P95, Metric.P99, Metric.P999, Metric.MAX));
    }

    static List<List<String>> resources(Analysis analysis) {
        return ofMetrics(analysis, List.of("CPU µs per request", "everything's", "cores busy", "RSS MiB",
                "RSS KiB per connection", "heap MiB", "heap KiB per connection", "OS threads", "virtual threads"),
                List.of(Metric.CPU_PER_REQUEST, Metric.CPU_OF_ALL, Metric.CORES, Metric.RSS, Metric.RSS_PER_CONNECTION,
                Metric.HEAP, Metric.HEAP_PER_CONNECTION, Metric.THREADS, Metric.VIRTUAL_THREADS));
    }

    private static List<List<String>> ofMetrics(Analysis analysis, List<String> names, List<Metric> metrics) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("contender", "load"), names.stream()).toList());
        for (Point point : analysis.points()) {
            rows.add(Stream.concat(Stream.of(point.contender(), where(analysis, point.load())),
                    metrics.stream().map(metric -> Numbers.text(point.spread(metric).median())
                    + (point.isValid(metric) ? "" : " *"))).toList());
        }
        return rows;
    }

    /** A row for each pair, a column for each metric. */
    static List<List<String>> ratios(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("", "load"), Analysis.COMPARED.stream().map(Metric::label)).toList());
        for (Load load : analysis.results().experiment().loads()) {
            Map<String, Map<Metric, ConfidenceInterval>> pairs = new LinkedHashMap<>();
            for (Comparison comparison : analysis.comparisons(load)) {
                pairs.computeIfAbsent(comparison.point().contender() + " / " + comparison.base().contender(),
                        pair -> new LinkedHashMap<>()).put(comparison.metric(), comparison.ratio());
            }
            pairs.forEach((pair, ratios) -> rows.add(Stream.concat(Stream.of(pair, where(analysis, load)),
                    Analysis.COMPARED.stream().map(metric -> ratio(ratios.get(metric)))).toList()));
        }
        return rows;
    }

    /** {@code 4.98× (4.95–5.02)}; marked where the repetitions show no difference, or are too few. */
    private static String ratio(ConfidenceInterval ratio) {
        if (ratio == null || !ratio.isKnown()) {
            return Numbers.UNKNOWN;
        }
        if (ratio.confidence() == 0) {
            return Numbers.times(ratio.estimate());
        }
        return Numbers.times(ratio.estimate()) + " (" + Numbers.text(ratio.low()) + "–" + Numbers.text(ratio.high())
                + ")" + (!ratio.leavesOneOut() ? " ≈" : ratio.hasConfidence() ? "" : " °");
    }

    /** Each rule, how many runs it was checked on, and how many broke it. */
    static List<List<String>> checks(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("check", "passes", "because", "result"));
        for (Rule rule : Rules.ALL) {
            List<Run> checked = analysis.results().runs().stream().filter(rule::isChecked).toList();
            long broken = checked.stream().filter(run -> rule.judge(run).isPresent()).count();
            String result = checked.isEmpty() ? "not checked here" : broken == 0 ? "✓ all " + checked.size() : "✗ "
                    + broken + " of " + checked.size();
            rows.add(List.of(rule.name(), rule.limit(), rule.reason(), result));
        }
        return rows;
    }
}
