package experiment.statistics;

import java.util.Arrays;
import jmeter.jtl.Percentiles;

/** Time from request to whole answer, in milliseconds, of every request of a window; exact, by nearest rank. */
public record Latency(double mean, long p50, long p90, long p95, long p99, long p999, long max) {

    /** @param sorted ascending, at least one */
    public static Latency of(long[] sorted) {
        return new Latency(Arrays.stream(sorted).average().orElseThrow(), Percentiles.of(sorted, 50),
                Percentiles.of(sorted, 90), Percentiles.of(sorted, 95), Percentiles.of(sorted, 99),
                Percentiles.of(sorted, 99.9), sorted[sorted.length - 1]);
    }
}
