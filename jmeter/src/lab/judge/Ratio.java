package lab.judge;

import experiment.Metric;
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
