package lab.results;

import java.util.Arrays;
import text.Numbers;

/** The median, minimum and maximum of the repetitions; NaN if {@code count} is 0. */
public record Spread(double median, double least, double greatest, int count) {

    /** Ignores NaN. */
    public static Spread of(double... values) {
        double[] sorted = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        if (sorted.length == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        return new Spread(median(sorted), sorted[0], sorted[sorted.length - 1], sorted.length);
    }

    public static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    public boolean isKnown() {
        return count > 0;
    }

    public String text() {
        return Numbers.text(median) + (count > 1 ? " (" + Numbers.text(least) + "–" + Numbers.text(greatest) + ")"
                : "");
    }
}
