package exercise;

import java.util.List;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Tick;

/**
 * A figure, and the interval that holds what it would be in a longer run, with 95 % confidence, as far as one run can
 * tell.
 *
 * @param value NaN, like the ends of the interval, where it is not known
 */
record Estimate(double value, double low, double high) {
    static final Estimate UNKNOWN = new Estimate(Double.NaN, Double.NaN, Double.NaN);
    /** Of the normal distribution, by which 95 % stay within. */
    private static final double NORMAL = 1.96;
    private static final int FEWEST = 3;

    /** One that chance has no part in. */
    static Estimate exact(double value) {
        return new Estimate(value, value, value);
    }

    private static Estimate around(double value, double half) {
        return Double.isNaN(half) ? UNKNOWN : new Estimate(value, value - half, value + half);
    }

    /**
     * What came of something in each second, for what went into it: the batch means of a ratio, with the run's seconds
     * as batches (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, section 2.11).
     *
     * @param value of the whole window, which has whole times in flight
     */
    static Estimate ofRatio(double value, List<Tick> seconds, ToDoubleFunction<Tick> above,
            ToDoubleFunction<Tick> below) {
        int n = seconds.size();
        double mean = seconds.stream().mapToDouble(below).average().orElse(Double.NaN);
        double ratio = seconds.stream().mapToDouble(above).average().orElse(Double.NaN) / mean;
        double squares = seconds.stream().mapToDouble(each ->
                (above.applyAsDouble(each) - ratio * below.applyAsDouble(each)) / mean).map(each -> each * each).sum();
        return n < FEWEST ? UNKNOWN : around(value, student(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /** So many of so many, where each is one by chance. */
    static Estimate ofShare(long some, long all) {
        double share = (double) some / all;
        return all == 0 ? UNKNOWN : around(share, NORMAL * Math.sqrt(share * (1 - share) / all));
    }

    /** Where both are measured apart: the error of the logarithm adds up like that of a sum. */
    Estimate over(Estimate base) {
        double ratio = value / base.value;
        return around(ratio, ratio * Math.hypot(half() / value, base.half() / base.value));
    }

    /** The same where the figure also differs between runs, by a share of it. */
    Estimate betweenRuns(double share) {
        return around(value, Math.hypot(half(), share * value));
    }

    Estimate plus(Estimate other) {
        return around(value + other.value, Math.hypot(half(), other.half()));
    }

    private double half() {
        return (high - low) / 2;
    }

    /** Student's t for 95 %, from the normal quantile (M. Abramowitz, I. A. Stegun, 26.7.5); 1 % off with 3 degrees. */
    static double student(int degrees) {
        double n = degrees;
        return NORMAL + 2.372 / n + 2.823 / (n * n) + 2.556 / (n * n * n);
    }
}
