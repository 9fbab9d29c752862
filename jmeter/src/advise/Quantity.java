package advise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for a reader who checks the arithmetic: four digits that count, and no zeros behind them. Stateless. */
final class Quantity {
    private static final MathContext DIGITS = new MathContext(4);
    /** What binary fractions are off by: 100/s × 1.1 s are 110 threads, and not 110.00000000000001. */
    private static final double DUST = 1e-9;

    private Quantity() {
    }

    static String text(double value) {
        if (!Double.isFinite(value)) {
            return "∞";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.doubleValue() >= 1_000 ? String.format(Locale.ROOT, "%,.0f", value) : rounded.toPlainString();
    }

    static String perSecond(double rate) {
        return text(rate) + "/s";
    }

    static String percent(double share) {
        return text(100 * share) + " %";
    }

    /** {@code 1 thread}, {@code 200 threads}. */
    static String of(double count, String one, String several) {
        return text(count) + " " + (count == 1 ? one : several);
    }

    /** As many whole ones as it takes. */
    static double whole(double value) {
        double nearest = Math.rint(value);
        return Math.abs(value - nearest) <= DUST * value ? nearest : Math.ceil(value);
    }
}
