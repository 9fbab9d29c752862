package advise;

import common.commandline.Option;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as somebody types and reads them: {@code 300ms}, {@code 0.3s}, {@code 2min}. Stateless. */
final class Durations {
    private static final Map<String, Double> UNITS = Map.of("us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?(us|µs|ms|s|min)");
    private static final double LEAST = 1e-6;
    private static final double LONGEST = 3_600;

    private Durations() {
    }

    static Option option(String name) {
        return new Option(name, "a time with its unit, from 1us up to an hour, as 150us, 300ms, 0.3s or 2min",
                Durations::isDuration);
    }

    private static boolean isDuration(String text) {
        return DURATION.matcher(text).matches() && seconds(text) >= LEAST && seconds(text) <= LONGEST;
    }

    /** @param text that the option takes */
    static double seconds(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        return Double.parseDouble(parts.group(1)) * UNITS.get(parts.group(2));
    }

    /** {@code 1.049 s}, {@code 300 ms}, {@code 150 µs}; no digit more than it has. */
    static String text(double seconds) {
        return seconds >= 1 ? Quantity.text(seconds) + " s" : seconds >= 1e-3 ? Quantity.text(1e3 * seconds) + " ms"
                : Quantity.text(1e6 * seconds) + " µs";
    }
}
