package text;

import java.util.Locale;

public final class Numbers {
    public static final String UNKNOWN = "n/a";

    private Numbers() {
    }

    /** {@code 1,234}, {@code 76.1}, {@code 0.95}; {@code n/a} for NaN. */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return UNKNOWN;
        }
        if (Double.isInfinite(value)) {
            return "∞";
        }
        double size = Math.abs(value);
        if (size >= 99.95 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", value);
    }

    /** {@code 99.0 %} for a share of 0.99. */
    public static String percent(double share) {
        return percent(share, 1);
    }

    /** {@code n/a} for NaN and infinity. */
    public static String percent(double share, int decimals) {
        return Double.isFinite(share)
                ? String.format(Locale.ROOT, "%." + decimals + "f %%", 100 * share) : UNKNOWN;
    }

    /** {@code 0.73×} and {@code 1.00×}: a ratio below 10 keeps two decimals. */
    public static String times(double ratio) {
        return ratio(ratio) + "×";
    }

    public static String ratio(double ratio) {
        return Math.abs(ratio) < 9.995 ? String.format(Locale.ROOT, "%.2f", ratio) : text(ratio);
    }
}
