package exercise;

import java.util.List;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Tick;

/**
 * A figure of one run, with an estimate of its 95 % confidence interval.
 *
 * @param value the figure; NaN if unknown, and then both ends of the interval are NaN, too
 * @param low   the lower end of the interval
 * @param high  the upper end of the interval
 */
record Estimate(double value, double low, double high) {
    static final Estimate UNKNOWN = new Estimate(Double.NaN, Double.NaN, Double.NaN);
    /** 95 % of a normal distribution lie within this many standard deviations of the mean. */
    private static final double NORMAL = 1.96;
    private static final int FEWEST_SECONDS = 3;

    /** A figure without randomness. */
    static Estimate exact(double value) {
        return new Estimate(value, value, value);
    }

    /** @param half half of the interval's width */
    private static Estimate around(double value, double half) {
        return Double.isNaN(half) ? UNKNOWN : new Estimate(value, value - half, value + half);
    }

    /**
     * An output per second divided by an input per second: the batch means of a ratio, with the run's seconds as
     * batches (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, section 2.11).
     *
     * @param value       the ratio over the whole window, which includes requests that span two seconds
     * @param numerator   a second's output
     * @param denominator a second's input
     */
    static Estimate ofRatio(double value, List<Tick> seconds, ToDoubleFunction<Tick> numerator,
            ToDoubleFunction<Tick> denominator) {
        int n = seconds.size();
        double mean = seconds.stream().mapToDouble(denominator).average().orElse(Double.NaN);
        double ratio = seconds.stream().mapToDouble(numerator).average().orElse(Double.NaN) / mean;
        double squares = seconds.stream().mapToDouble(each ->
                (numerator.applyAsDouble(each) - ratio * denominator.applyAsDouble(each)) / mean)
                .map(each -> each * each).sum();
        return n < FEWEST_SECONDS ? UNKNOWN : around(value, student(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /** The share of some events among all, if the events are independent of each other. */
    static Estimate ofShare(long some, long all) {
        double share = (double) some / all;
        return all == 0 ? UNKNOWN : around(share, NORMAL * Math.sqrt(share * (1 - share) / all));
    }

    /** The quotient of two independent estimates. Its relative error is the root of the sum of their squares. */
    Estimate dividedBy(Estimate base) {
        double ratio = value / base.value;
        return around(ratio, ratio * Math.hypot(half() / value, base.half() / base.value));
    }

    /** Widens the interval. @param share how much the figure differs between runs, as a share of its value */
    Estimate betweenRuns(double share) {
        return around(value, Math.hypot(half(), share * value));
    }

    Estimate plus(Estimate other) {
        return around(value + other.value, Math.hypot(half(), other.half()));
    }

    private double half() {
        return (high - low) / 2;
    }

    /**
     * Student's t for 95 %, from the normal quantile (M. Abramowitz, I. A. Stegun, 26.7.5). The error is 1 % at 3
     * degrees of freedom, and less if there are more.
     */
    static double student(int degrees) {
        double n = degrees;
        return NORMAL + 2.372 / n + 2.823 / (n * n) + 2.556 / (n * n * n);
    }
}
