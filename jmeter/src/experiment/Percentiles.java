package experiment;

import module java.base;

/** Exact percentiles by nearest rank. Each is a measured value. */
public final class Percentiles {
    /** 95 % of a normal distribution lies within this many standard deviations of the mean. */
    private static final double DEVIATIONS = 1.96;
    public static final int CLOCK_STEP_MILLIS = 1;

    /**
     * An interval that contains a percentile with 95 % confidence. In n ascending values, the interval's ends have the
     * ranks np ± 1.96·√(np(1 − p)), rounded outwards, with p = percent / 100. The values must be independent. Source:
     * J.-Y. Le Boudec, Performance Evaluation of Computer and Communication Systems. JMeter's whole milliseconds may
     * be one too few or too many, so the interval is wider by that.
     *
     * @param percent such as 99.9
     */
    public record Interval(double percent, long low, long high) {
    }

    private Percentiles() {
    }

    /**
     * The smallest value with at least {@code percent} percent of all values at or below it. The rank is computed in
     * decimal, because in binary 99.9 % of 1,000 is a little more than 999.
     *
     * @param sorted  ascending, at least one value
     * @param percent 0 gives the smallest value, 100 the largest
     */
    public static long of(long[] sorted, double percent) {
        int rank = BigDecimal.valueOf(percent).multiply(BigDecimal.valueOf(sorted.length)).movePointLeft(2)
                .setScale(0, RoundingMode.CEILING).intValueExact();
        return sorted[Math.max(1, rank) - 1];
    }

    public static Optional<Interval> interval(long[] sorted, double percent) {
        int n = sorted.length;
        return hasInterval(n, percent) ? Optional.of(new Interval(percent,
                Math.max(0, sorted[(int) rank(n, percent, -1) - 1] - CLOCK_STEP_MILLIS),
                sorted[(int) rank(n, percent, 1) - 1] + CLOCK_STEP_MILLIS)) : Optional.empty();
    }

    /**
     * The fewest values that have an interval.
     *
     * @param percent above 0 and below 100
     */
    public static long least(double percent) {
        return LongStream.iterate(1, n -> n + 1)
                .filter(n -> hasInterval(n, percent))
                .findFirst().orElseThrow();
    }

    static boolean hasInterval(long n, double percent) {
        return rank(n, percent, -1) >= 1 && rank(n, percent, 1) <= n;
    }

    private static double rank(long n, double percent, int side) {
        double p = percent / 100;
        return side * Math.ceil(side * n * p + DEVIATIONS * Math.sqrt(n * p * (1 - p)));
    }
}
