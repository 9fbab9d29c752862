package lab.judge;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import load.jtl.PercentileInterval;
import load.jtl.Percentiles;

/**
 * Time from request to whole answer, in milliseconds, of every request of a window; exact, by nearest rank.
 *
 * @param intervals of those percentiles that have requests enough for one
 */
public record Latency(double mean, long p50, long p90, long p95, long p99, long p999, long max,
        List<PercentileInterval> intervals) {
    private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

    /** Results that were written before there were intervals have none. */
    public Latency {
        intervals = Objects.requireNonNullElse(intervals, List.of());
    }

    /** @param sorted ascending, at least one */
    public static Latency of(long[] sorted) {
        return new Latency(Arrays.stream(sorted).average().orElseThrow(), Percentiles.of(sorted, 50),
                Percentiles.of(sorted, 90), Percentiles.of(sorted, 95), Percentiles.of(sorted, 99),
                Percentiles.of(sorted, 99.9), sorted[sorted.length - 1], intervals(sorted));
    }

    private static List<PercentileInterval> intervals(long[] sorted) {
        return DoubleStream.of(PERCENTILES).mapToObj(percent -> PercentileInterval.of(sorted, percent))
                .flatMap(Optional::stream).toList();
    }
}
