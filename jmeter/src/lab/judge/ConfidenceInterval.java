package lab.judge;

import java.util.Arrays;
import lab.results.Spread;
import text.Numbers;

/**
 * The ratio of one contender's values to another's. The estimate is the median of all pairwise ratios (Hodges–Lehmann,
 * on logarithms). The interval inverts the Wilcoxon–Mann–Whitney rank sum test, so it is exact for any distribution
 * and for few repetitions. See M. Hollander, D. A. Wolfe, E. Chicken, "Nonparametric Statistical Methods", 3rd ed.
 * 2014, sections 4.2 and 4.3.
 *
 * @param estimate NaN, like {@code low} and {@code high}, if a value is missing or not above 0
 * @param confidence the actual level. Few repetitions limit it: 4 against 4 to 97 %, 3 against 3 to 90 %, 2 against 2
 *                   to 67 %, 1 against 1 to 0
 */
public record ConfidenceInterval(double estimate, double low, double high, double confidence) {
    /** The narrowest interval with at least this confidence counts. */
    private static final double WANTED = 0.95;
    private static final double ENOUGH = 0.90;
    private static final ConfidenceInterval UNKNOWN = new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN, 0);

    public static ConfidenceInterval ofRatio(double[] values, double[] base) {
        if (!arePositive(values) || !arePositive(base)) {
            return UNKNOWN;
        }
        double[] ratios = Arrays.stream(values).flatMap(value -> Arrays.stream(base).map(other -> value / other))
                .sorted().toArray();
        double[] below = rankSumTail(values.length, base.length);
        int cut = 0;
        while (cut + 1 < (ratios.length + 1) / 2 && 1 - 2 * below[cut + 1] >= WANTED) {
            cut++;
        }
        double median = Spread.median(Arrays.stream(ratios).map(Math::log).toArray());
        return new ConfidenceInterval(Math.exp(median), ratios[cut], ratios[ratios.length - 1 - cut],
                Math.max(0, 1 - 2 * below[cut]));
    }

    private static boolean arePositive(double[] values) {
        return values.length > 0 && Arrays.stream(values).allMatch(value -> value > 0);
    }

    /**
     * P(U ≤ u) for u = 0 … m·n, where U is the Mann–Whitney statistic of two samples of m and n values from one
     * distribution. All ways to interleave these are equally likely.
     */
    static double[] rankSumTail(int m, int n) {
        double[][] ways = new double[n + 1][m * n + 1];           // [j][u]: j values of the second sample, U = u
        for (double[] row : ways) {
            row[0] = 1;                                           // none of the first sample: one way, U = 0
        }
        for (int i = 1; i <= m; i++) {
            double[][] next = new double[n + 1][m * n + 1];
            next[0][0] = 1;
            for (int j = 1; j <= n; j++) {
                // if the largest value is of the first sample, it exceeds all j of the second
                for (int u = 0; u <= i * j; u++) {
                    next[j][u] = (u >= j ? ways[j][u - j] : 0) + next[j - 1][u];
                }
            }
            ways = next;
        }
        double total = Arrays.stream(ways[n]).sum();
        double[] tail = ways[n];
        tail[0] /= total;
        for (int u = 1; u < tail.length; u++) {
            tail[u] = tail[u] / total + tail[u - 1];
        }
        return tail;
    }

    public boolean isKnown() {
        return !Double.isNaN(estimate);
    }

    public String text() {
        return Numbers.ratio(low) + "–" + Numbers.ratio(high);
    }

    public boolean excludesOne() {
        return low > 1 || high < 1;
    }

    public boolean hasConfidence() {
        return confidence >= ENOUGH - 1e-9;
    }
}
