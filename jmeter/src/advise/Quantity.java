package advise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers have four significant digits, or no decimals from 1,000 on, so that a reader can check the arithmetic. */
final class Quantity {
    private static final MathContext DIGITS = new MathContext(4);
    /** Relative. Without it, 100/s × 1.1 s = 110.00000000000001 would need 111 threads. */
    private static final double ROUNDING_ERROR = 1e-9;
    private static final Map<String, Double> UNITS = Map.of("us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?(us|µs|ms|s|min)");
    private static final double SHORTEST_SECONDS = 1e-6;
    private static final double LONGEST_SECONDS = 3_600;

    private Quantity() {
    }

    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "∞";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.doubleValue() >= 1_000 ? String.format(Locale.ROOT, "%,.0f", value) : rounded.toPlainString();
    }

    static String perSecond(double rate) {
        return number(rate) + "/s";
    }

    static String time(double seconds) {
        return seconds >= 1 ? number(seconds) + " s" : seconds >= 1e-3 ? number(1e3 * seconds) + " ms"
                : number(1e6 * seconds) + " µs";
    }

    static double whole(double value) {
        double nearest = Math.rint(value);
        return Math.abs(value - nearest) <= ROUNDING_ERROR * value ? nearest : Math.ceil(value);
    }

    static boolean isDuration(String text) {
        return DURATION.matcher(text).matches() && seconds(text) >= SHORTEST_SECONDS
                && seconds(text) <= LONGEST_SECONDS;
    }

    static double seconds(String duration) {
        Matcher parts = DURATION.matcher(duration);
        if (!parts.matches()) {
            throw new IllegalArgumentException(duration);
        }
        return Double.parseDouble(parts.group(1)) * UNITS.get(parts.group(2));
    }
}
