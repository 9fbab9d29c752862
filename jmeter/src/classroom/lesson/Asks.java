package classroom.lesson;

import java.util.List;

/**
 * What a guess is: a number with its unit, or one of several choices, as its index from 0.
 *
 * @param unit    of a number; empty for a choice
 * @param least   the least number that is taken
 * @param most    the greatest
 * @param choices what can be chosen; empty for a number
 */
public record Asks(String unit, double least, double most, List<String> choices) {
    public static Asks number(String unit, double least, double most) {
        return new Asks(unit, least, most, List.of());
    }

    public static Asks choice(String... choices) {
        return new Asks("", 0, choices.length - 1, List.of(choices));
    }

    public boolean isChoice() {
        return !choices.isEmpty();
    }

    /** Whether a value is an answer to the question at all. */
    public boolean takes(double value) {
        return value >= least && value <= most && (!isChoice() || value == Math.rint(value));
    }
}
