package lab.judge;

import java.util.Arrays;
import text.Numbers;

/** A figure's median, minimum and maximum in the repetitions of a point; NaN if {@code count} is 0. */
public record Repetitions(double median, double least, double greatest, int count) {

    /** Ignores NaN. */
    public static Repetitions of(double... values) {
        double[] sorted = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        int count = sorted.length;
        if (count == 0) {
            return new Repetitions(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new Repetitions(median, sorted[0], sorted[count - 1], count);
    }

    public boolean isKnown() {
        return count > 0;
    }

    /** How far the repetitions are apart, as a share of the median. */
    public double variation() {
        return greatest == least ? 0 : (greatest - least) / median;
    }

    public String text() {
        String range = " (" + Numbers.text(least) + "–" + Numbers.text(greatest) + ")";
        return Numbers.text(median) + (greatest > least ? range : "");
    }
}
