package lab.judge;

import experiment.Metric;
import java.util.Arrays;
import text.Numbers;

/**
 * One contender's figure divided by another's.
 *
 * @param estimate NaN if unknown
 * @param low the interval's lower end; of a single repetition, the interval covers only what JMeter's clock leaves open
 * @param repeated whether the interval also covers how much repetitions scatter
 */
public record Ratio(double estimate, double low, double high, boolean repeated) {
    static final Ratio UNKNOWN = ofOne(Double.NaN);

    static Ratio ofOne(double estimate) {
        return new Ratio(estimate, estimate, estimate, false);
    }

    /** @param half of the interval, in logarithms; NaN for a single repetition */
    static Ratio ofLogs(double estimate, double half) {
        return Double.isNaN(half)
                ? ofOne(Math.exp(estimate))
                : new Ratio(Math.exp(estimate), Math.exp(estimate - half), Math.exp(estimate + half), true);
    }

    /**
     * Of runs that are not neighbours in time: Student's interval for two samples of equal scatter.
     *
     * @param ratios how many are shown together
     */
    public static Ratio unpaired(double[] values, double[] base, int ratios) {
        double[] logs = logs(values);
        double[] others = logs(base);
        double estimate = mean(logs) - mean(others);
        int freedom = logs.length + others.length - 2;
        double variance = (Ratios.squares(logs) + Ratios.squares(others)) / freedom;
        double half = freedom < 1 ? Double.NaN : StudentT.quantile(1 - Ratios.ERROR / ratios / 2, freedom)
                * Math.sqrt(variance / logs.length + variance / others.length);
        return ofLogs(estimate, half);
    }

    /**
     * With an interval that covers what JMeter's clock leaves open, too. Repetitions do not make that smaller, because
     * the clock may err alike in each.
     */
    public Ratio withClockErrors(Point point, Point base, Metric metric) {
        double error = point.relativeClockError(metric);
        double baseError = base.relativeClockError(metric);
        return new Ratio(
                estimate,
                low * Math.max(0, 1 - error) / (1 + baseError),
                high * (1 + error) / Math.max(0, 1 - baseError),
                repeated);
    }

    /** Of the known values above 0. */
    private static double[] logs(double... values) {
        return Arrays.stream(values).filter(value -> value > 0).map(Math::log).toArray();
    }

    private static double mean(double... values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    public boolean isKnown() {
        return !Double.isNaN(estimate);
    }

    public boolean isDifferent() {
        return repeated
                && excludesOne()
                && Math.abs(Math.log(estimate)) >= Math.log1p(Tolerances.NO_DIFFERENCE);
    }

    /** Whether chance or the clock may be all that there is. Of a single repetition, only the clock is known. */
    public boolean mayBeNone() {
        return repeated ? !isDifferent() : low < 1 && high > 1;
    }

    boolean excludesOne() {
        return low > 1 || high < 1;
    }

    /** {@code 4.95–5.02} */
    public String interval() {
        return Numbers.ratio(low) + "–" + Numbers.ratio(high);
    }

    /** {@code 4.98× (4.95–5.02)} */
    public String text() {
        if (!isKnown()) {
            return Numbers.UNKNOWN;
        }
        return Numbers.times(estimate) + (repeated ? " (" + interval() + ")" : "");
    }

    /** The mark ≈ means that there is no difference. */
    public String marked() {
        return text() + (mayBeNone() ? " ≈" : "");
    }
}
