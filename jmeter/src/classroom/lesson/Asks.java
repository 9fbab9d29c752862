package classroom.lesson;

import java.util.List;

/**
 * What a lesson asks for: a number with a unit, or one of several choices. A choice's value is its index, from 0.
 *
 * @param unit    the unit of a number; empty for a choice
 * @param least   the smallest number that is accepted
 * @param most    the largest number that is accepted
 * @param choices the texts of the choices; empty for a number
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

    /** Whether a value is a possible answer, right or wrong. */
    public boolean takes(double value) {
        return value >= least && value <= most && (!isChoice() || value == Math.rint(value));
    }
}
