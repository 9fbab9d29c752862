package lab.judge;

import text.Numbers;

/**
 * One contender's figure divided by another's.
 *
 * @param estimate NaN if unknown
 * @param low the interval's lower end; NaN, like {@code high}, with a single repetition
 */
public record Ratio(double estimate, double low, double high) {
    static final Ratio UNKNOWN = new Ratio(Double.NaN, Double.NaN, Double.NaN);
    /** A smaller difference is none. */
    private static final double SMALLEST = 0.01;

    public boolean isKnown() {
        return !Double.isNaN(estimate);
    }

    public boolean hasInterval() {
        return !Double.isNaN(low);
    }

    public boolean isDifferent() {
        return (low > 1 || high < 1) && Math.abs(Math.log(estimate)) >= Math.log1p(SMALLEST);
    }

    /** {@code 4.95–5.02} */
    public String interval() {
        return Numbers.ratio(low) + "–" + Numbers.ratio(high);
    }

    /** {@code 4.98× (4.95–5.02)} */
    public String text() {
        return isKnown() ? Numbers.times(estimate) + (hasInterval() ? " (" + interval() + ")" : "") : Numbers.UNKNOWN;
    }
}
