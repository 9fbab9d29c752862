package look;

import java.util.Arrays;
import java.util.stream.LongStream;

/** How long some things of a kind took. Immutable. */
final class Durations {
    static final String HEADER = String.format("%9s %9s %9s", "p50", "p99", "max");
    /** Of fewer, the 99th percentile by nearest rank is their maximum. */
    private static final int FEWEST_FOR_P99 = 100;
    private static final String NONE = "-";

    private final long[] sorted;

    Durations(LongStream nanos) {
        sorted = nanos.sorted().toArray();
    }

    /** Median, 99th percentile (nearest rank; a dash where there are too few) and maximum, in milliseconds. */
    @Override
    public String toString() {
        return String.format("%9s %9s %9s", quantile(0.5), sorted.length < FEWEST_FOR_P99 ? NONE : quantile(0.99),
                quantile(1));
    }

    private String quantile(double part) {
        return sorted.length == 0 ? NONE
                : String.format("%.1f", sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)] / 1e6);
    }

    /** The mean of those that are not negative, which stands for unknown, in microseconds. */
    String meanMicros() {
        var known = Arrays.stream(sorted).filter(nanos -> nanos >= 0).average();
        return known.isPresent() ? String.format("%.0f", known.getAsDouble() / 1e3) : NONE;
    }
}
