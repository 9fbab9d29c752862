package load.jtl;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.stream.LongStream;

/** Exact percentiles by nearest rank: always a measured value, never an interpolated one. */
public final class Percentiles {
    /** 95 % of a normal distribution lie within this many standard deviations. */
    private static final double DEVIATIONS = 1.96;

    /**
     * An interval that contains a percentile with 95 % confidence, by order statistics. Its ends are the values at the
     * ranks np ∓ 1.96·√(np(1 − p)), rounded outwards, of n values in ascending order. The values may have any
     * distribution, but must be independent. If one stall delays several requests, their values are not, and the
     * interval is too narrow. (J.-Y. Le Boudec, Performance Evaluation of Computer and Communication Systems, on
     * confidence intervals for quantiles.)
     *
     * @param percent the percentile, such as 99.9
     */
    public record Interval(double percent, long low, long high) {
    }

    private Percentiles() {
    }

    /**
     * The smallest value that at least {@code percent} percent of the values do not exceed. Ranks are computed in
     * decimals: in binary, 99.9 % of 1,000 is a little more than 999 and would be rounded up to 1,000.
     *
     * @param sorted  the values in ascending order, at least one
     * @param percent from 0, which is the smallest value, to 100, which is the largest
     */
    public static long of(long[] sorted, double percent) {
        int rank = BigDecimal.valueOf(percent).multiply(BigDecimal.valueOf(sorted.length)).movePointLeft(2)
                .setScale(0, RoundingMode.CEILING).intValueExact();
        return sorted[Math.max(1, rank) - 1];
    }

    /** Empty if there are too few values: the interval's ends would lie outside of them. */
    public static Optional<Interval> interval(long[] sorted, double percent) {
        int n = sorted.length;
        return hasInterval(n, percent) ? Optional.of(new Interval(percent, sorted[(int) rank(n, percent, -1) - 1],
                sorted[(int) rank(n, percent, 1) - 1])) : Optional.empty();
    }

    /**
     * The smallest number of values for which there is an interval. With fewer, a percentile says little: the 99th of a
     * hundred values is the second largest, and another hundred may give a very different one.
     *
     * @param percent above 0 and below 100
     */
    public static long least(double percent) {
        return LongStream.iterate(1, n -> n + 1).filter(n -> hasInterval(n, percent)).findFirst().orElseThrow();
    }

    private static boolean hasInterval(long n, double percent) {
        return rank(n, percent, -1) >= 1 && rank(n, percent, 1) <= n;
    }

    /** The rank of an end of the interval. @param side -1 for the lower end of the interval, 1 for the upper end */
    private static double rank(long n, double percent, int side) {
        double p = percent / 100;
        return side * Math.ceil(side * n * p + DEVIATIONS * Math.sqrt(n * p * (1 - p)));
    }
}
