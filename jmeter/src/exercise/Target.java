package exercise;

import exercise.Measurement.Goal;
import java.util.Locale;

record Target(String name, Estimate found, boolean isMinimum, double bound, String why, String hint) {
    static Target atLeast(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, true, bound, why, hint);
    }

    static Target atMost(double bound, String why, String name, Estimate found, String hint) {
        return new Target(name, found, false, bound, why, hint);
    }

    static Target toCompare(String name, Estimate found) {
        return new Target(name, found, true, Double.NEGATIVE_INFINITY, "", "");
    }

    boolean isMet() {
        return Double.isNaN(found.value()) || isMetBy(found.value());
    }

    boolean isSurelyMissed() {
        return !isMet() && !isMetBy(isMinimum ? found.high() : found.low());
    }

    private boolean isMetBy(double value) {
        return isMinimum ? value >= bound : value <= bound;
    }

    String goal() {
        return Double.isInfinite(bound) ? "" : (isMinimum ? "at least " : "at most ") + text(bound)
                + (why.isEmpty() ? "" : " (" + why + ")");
    }

    /** @param isReliable whether a missed goal proves a mistake in the learner's code */
    Goal judged(boolean isReliable) {
        return new Goal(name, goal(), found.value(), found.low(), found.high(), isMet() ? Outcome.PASSED
                : isReliable && isSurelyMissed() ? Outcome.NOT_YET : Outcome.CANNOT_JUDGE);
    }

    String expectedAndFound() {
        return name + ": expected " + goal() + ", but got " + text(found.value());
    }

    static String text(double value) {
        return Math.abs(value) < 10 ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }
}
