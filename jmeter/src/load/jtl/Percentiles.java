package load.jtl;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Exact percentiles by nearest rank: always a value that was measured, never one between two. No state, any thread. */
public final class Percentiles {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private Percentiles() {
    }

    /**
     * The smallest of the values that at least {@code percent} percent of them do not exceed.
     *
     * @param sorted  the values in ascending order, at least one
     * @param percent from 0, which is the smallest value, to 100, which is the largest
     */
    public static long of(long[] sorted, double percent) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("not between 0 and 100: " + percent);
        }
        return sorted[Math.max(1, rank(sorted.length, percent)) - 1];
    }

    /** In decimals, because in binary 99.9 % of 1,000 is a little more than 999 and would be rounded up to 1,000. */
    private static int rank(int count, double percent) {
        return BigDecimal.valueOf(percent).multiply(BigDecimal.valueOf(count))
                .divide(HUNDRED, 0, RoundingMode.CEILING).intValueExact();
    }
}
