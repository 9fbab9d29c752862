package advise;

import module java.base;
import text.Numbers;

/** Numbers with their units. */
final class Quantity {
    private static final Map<String, Double> UNITS =
            Map.of("us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0);
    private static final Pattern TIME =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?(us|µs|ms|s|min)");

    private Quantity() {
    }

    static String perSecond(double rate) {
        return Numbers.text(rate) + "/s";
    }

    static String time(double seconds) {
        if (seconds >= 10) {
            return Numbers.text(seconds) + " s";
        }
        return seconds >= 1e-3
                ? Numbers.text(1e3 * seconds) + " ms" : Numbers.text(1e6 * seconds) + " µs";
    }

    /** @param several the plural, which ends with s */
    static String count(double count, String several) {
        return Numbers.text(count) + ' '
                + (count == 1 ? several.substring(0, several.length() - 1) : several);
    }

    /** NaN if the text is not a time from a microsecond to an hour. */
    static double seconds(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            return Double.NaN;
        }
        double seconds = Double.parseDouble(parts.group(1)) * UNITS.get(parts.group(2));
        return seconds >= 1e-6 && seconds <= 3_600 ? seconds : Double.NaN;
    }
}
