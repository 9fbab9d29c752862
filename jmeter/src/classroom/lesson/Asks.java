package classroom.lesson;

import java.util.List;

/**
 * What a guess is. Immutable.
 *
 * @param unit    of a number; empty for a choice
 * @param least   the least number that is taken
 * @param most    the greatest
 * @param choices what can be chosen; empty for a number
 */
public record Asks(Kind kind, String unit, double least, double most, List<String> choices) {

    /** What kind of answer is asked for. */
    public enum Kind {
        /** A number with its unit. */
        NUMBER,
        /** One of several choices, as its index from 0. */
        CHOICE
    }

    /** A number of a unit. */
    public static Asks number(String unit, double least, double most) {
        return new Asks(Kind.NUMBER, unit, least, most, List.of());
    }

    /** One of these. */
    public static Asks choice(String... choices) {
        return new Asks(Kind.CHOICE, "", 0, choices.length - 1, List.of(choices));
    }

    /** Whether a value is an answer to the question at all. */
    public boolean takes(double value) {
        return value >= least && value <= most && (kind == Kind.NUMBER || value == Math.rint(value));
    }
}
