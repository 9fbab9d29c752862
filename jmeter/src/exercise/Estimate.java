package exercise;

import module java.base;
import lab.results.Run.Tick;

/** A figure with a 95 % confidence interval. NaN means unknown. */
record Estimate(double value, double low, double high) {
    static final Estimate UNKNOWN = new Estimate(Double.NaN, Double.NaN, Double.NaN);
    /** Half a 95 % interval of a normal distribution, in standard deviations. */
    private static final double NORMAL = 1.96;
    private static final int FEWEST_SECONDS = 3;

    static Estimate exact(double value) {
        return new Estimate(value, value, value);
    }

    private static Estimate around(double value, double half) {
        return Double.isNaN(half) ? UNKNOWN : new Estimate(value, value - half, value + half);
    }

    /**
     * Uses batch means, with a second as a batch (W. G. Cochran, "Sampling Techniques", 3rd ed. 1977, 2.11).
     *
     * @param value the ratio over the whole window
     */
    static Estimate ofRatio(double value, List<Tick> seconds, ToDoubleFunction<Tick> numerator,
            ToDoubleFunction<Tick> denominator) {
        int n = seconds.size();
        double meanDenominator = seconds.stream().mapToDouble(denominator).average().orElse(Double.NaN);
        double ratio = seconds.stream().mapToDouble(numerator).average().orElse(Double.NaN) / meanDenominator;
        double squares = seconds.stream().mapToDouble(each ->
                (numerator.applyAsDouble(each) - ratio * denominator.applyAsDouble(each)) / meanDenominator)
                .map(each -> each * each).sum();
        return n < FEWEST_SECONDS ? UNKNOWN : around(value, student(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /** The {@code all} events must be independent. */
    static Estimate ofShare(long some, long all) {
        double share = (double) some / all;
        return all == 0 ? UNKNOWN : around(share, NORMAL * Math.sqrt(share * (1 - share) / all));
    }

    /** The estimates must be independent. */
    Estimate dividedBy(Estimate base) {
        double ratio = value / base.value;
        return around(ratio, ratio * Math.hypot(half() / value, base.half() / base.value));
    }

    /**
     * Widens the interval.
     *
     * @param variation the variation between runs, as a share of the value
     */
    Estimate betweenRuns(double variation) {
        return around(value, Math.hypot(half(), variation * value));
    }

    Estimate plus(Estimate other) {
        return around(value + other.value, Math.hypot(half(), other.half()));
    }

    private double half() {
        return (high - low) / 2;
    }

    /** Student's t for 95 % (M. Abramowitz, I. A. Stegun, 26.7.5). The error is below 1 % for {@code degrees >= 3}. */
    static double student(int degrees) {
        double n = degrees;
        return NORMAL + 2.372 / n + 2.823 / (n * n) + 2.556 / (n * n * n);
    }
}
