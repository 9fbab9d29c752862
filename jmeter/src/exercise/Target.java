package exercise;

import exercise.Measurement.Goal;
import java.util.Locale;

/**
 * What a figure is to be.
 *
 * @param name  of the figure, with its unit
 * @param least whether it is to be at least {@code bound}; else at most
 * @param why   where the bound comes from, in a few words; may be empty
 * @param hint  what may be wrong where it is missed by so much
 */
record Target(String name, Estimate found, boolean least, double bound, String why, String hint) {
    static Target atLeast(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, true, bound, why, hint);
    }

    static Target atMost(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, false, bound, why, hint);
    }

    /** A figure that has no goal, to compare others with. */
    static Target toCompare(String name, Estimate found) {
        return new Target(name, found, true, Double.NEGATIVE_INFINITY, "", "");
    }

    /** Also where this system does not tell the figure. */
    boolean isMet() {
        return Double.isNaN(found.value()) || isMetBy(found.value());
    }

    /** Whether it is missed wherever in its interval the figure is. */
    boolean isSurelyMissed() {
        return !isMet() && !isMetBy(least ? found.high() : found.low());
    }

    private boolean isMetBy(double value) {
        return least ? value >= bound : value <= bound;
    }

    String goal() {
        return Double.isInfinite(bound) ? "" : (least ? "at least " : "at most ") + text(bound)
                + (why.isEmpty() ? "" : " (" + why + ")");
    }

    /** @param proves whether the run is one to judge by */
    Goal judged(boolean proves) {
        return new Goal(name, goal(), found.value(), found.low(), found.high(), isMet() ? Outcome.PASSED
                : proves && isSurelyMissed() ? Outcome.NOT_YET : Outcome.CANNOT_JUDGE);
    }

    /** What was expected, and what came. */
    String said() {
        return name + ": expected " + goal() + ", " + text(found.value()) + " came";
    }

    static String text(double value) {
        return Math.abs(value) < 10 ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }
}
