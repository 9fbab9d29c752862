package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import lab.judge.Analysis;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run.Requests;
import lab.judge.Run;

/** The percentiles of one run of each point, with their intervals, folded below the table of all runs. Stateless. */
final class PercentileTable {
    private static final String METHOD = """
            Of one run, that of median throughput; in brackets the interval that holds the percentile with a \
            confidence of 95 %. For n requests its ends are the latencies of the ranks np ∓ 1.96·√(np(1 − p)). \
            It assumes no distribution, but that requests do not depend on one another. Those that one stall holds \
            up do; so where the repetitions differ by more than the interval is wide, believe the repetitions.""";
    private static final List<Metric> PERCENTILES = List.of(Metric.P50, Metric.P90, Metric.P95, Metric.P99,
            Metric.P999);

    private PercentileTable() {
    }

    /** Nothing where no percentile has an interval. */
    static String html(Analysis analysis) {
        List<Point> answered = analysis.points().stream().filter(PercentileTable::hasIntervals).toList();
        List<List<String>> rows = answered.stream().map(point -> row(analysis, point)).toList();
        return rows.isEmpty() ? "" : Html.folded("Percentiles with their intervals, of one run of each",
                Html.table("figures-table", List.of("contender", "load", "requests", "p50 ms", "p90", "p95", "p99",
                "p99.9", "longest"), rows) + Html.paragraph(METHOD));
    }

    private static boolean hasIntervals(Point point) {
        return point.representative() != null && requests(point).latency() != null
                && !requests(point).latency().intervals().isEmpty();
    }

    private static Requests requests(Point point) {
        return point.representative().measured().requests();
    }

    private static List<String> row(Analysis analysis, Point point) {
        Run run = point.representative();
        List<String> row = new ArrayList<>(List.of(point.contender() + Tables.mark(point, Metric.P50),
                Tables.where(analysis, point.load()), Numbers.text(requests(point).latencies())));
        PERCENTILES.forEach(metric -> row.add(cell(run, metric)));
        row.add(Numbers.text(requests(point).latency().max()));
        return row;
    }

    /** {@code 1,052 (1,051–1,054)}. */
    private static String cell(Run run, Metric metric) {
        return metric.interval(run).map(each -> Numbers.text(metric.of(run)) + " (" + Numbers.text(each.low()) + "–"
                + Numbers.text(each.high()) + ")").orElse(Tables.needs(metric.needs(run)));
    }
}
