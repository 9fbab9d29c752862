package exercise;

import exercise.Measurement.Goal;
import java.util.Locale;

/**
 * The goal for a figure.
 *
 * @param name  the figure's name, with its unit
 * @param found the figure of this run
 * @param least whether the figure must be at least {@code bound}; otherwise it must be at most {@code bound}
 * @param why   where the bound comes from, in a few words; may be empty
 * @param hint  what the mistake may be if the figure misses the goal
 */
record Target(String name, Estimate found, boolean least, double bound, String why, String hint) {
    static Target atLeast(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, true, bound, why, hint);
    }

    static Target atMost(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, false, bound, why, hint);
    }

    /** A figure without a goal, for comparison. */
    static Target toCompare(String name, Estimate found) {
        return new Target(name, found, true, Double.NEGATIVE_INFINITY, "", "");
    }

    /** Whether the figure meets the goal, or is unknown on this system. */
    boolean isMet() {
        return Double.isNaN(found.value()) || isMetBy(found.value());
    }

    /** Whether the whole interval misses the goal. */
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

    /** @param isReliable whether the figures of this run can prove a mistake */
    Goal judged(boolean isReliable) {
        return new Goal(name, goal(), found.value(), found.low(), found.high(), isMet() ? Outcome.PASSED
                : isReliable && isSurelyMissed() ? Outcome.NOT_YET : Outcome.CANNOT_JUDGE);
    }

    /** The expected and the actual result. */
    String expectedAndFound() {
        return name + ": expected " + goal() + ", but got " + text(found.value());
    }

    static String text(double value) {
        return Math.abs(value) < 10 ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }
}
