package lab.judge;

import java.util.Arrays;
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
        return new Ratio(Math.exp(estimate), Math.exp(estimate - half), Math.exp(estimate + half));
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
