package load.jtl;

import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The interval that holds a percentile with 95 % confidence, by order statistics: of n values in ascending order,
 * those of the ranks np ∓ 1.96·√(np(1 − p)), rounded away from each other. It assumes no distribution, but that
 * values do not depend on one another. Requests that one stall holds up together do, and the interval is then too
 * narrow. (J.-Y. Le Boudec, Performance Evaluation of Computer and Communication Systems, on confidence intervals for
 * quantiles.) Plain data.
 *
 * @param percent of the percentile
 */
public record PercentileInterval(double percent, long low, long high) {
    /** Of the normal distribution, by which 95 % stay within. */
    private static final double DEVIATIONS = 1.96;

    /** Empty where there are too few values to have one: its ends would be outside of them. */
    public static Optional<PercentileInterval> of(long[] sorted, double percent) {
        int n = sorted.length;
        return exists(n, percent) ? Optional.of(new PercentileInterval(percent, sorted[(int) lowRank(n, percent) - 1],
                sorted[(int) highRank(n, percent) - 1])) : Optional.empty();
    }

    /**
     * How many values it needs at least. Of fewer, a percentile is hardly known: the 99th of a hundred is the second
     * largest, and another hundred may have quite another one.
     *
     * @param percent above 0 and below 100
     */
    public static long least(double percent) {
        return LongStream.iterate(1, n -> n + 1).filter(n -> exists(n, percent)).findFirst().orElseThrow();
    }

    private static boolean exists(long n, double percent) {
        return lowRank(n, percent) >= 1 && highRank(n, percent) <= n;
    }

    private static double lowRank(long n, double percent) {
        double p = percent / 100;
        return Math.floor(n * p - DEVIATIONS * Math.sqrt(n * p * (1 - p)));
    }

    private static double highRank(long n, double percent) {
        double p = percent / 100;
        return Math.ceil(n * p + DEVIATIONS * Math.sqrt(n * p * (1 - p)));
    }
}
