package classroom.lesson;

import java.util.List;

/** A lesson asks for a number with a unit or for a choice. A choice's value is its index, counted from 0. */
public record Asks(String unit, double least, double most, List<String> choices) {
    static final Asks REQUESTS_PER_SECOND = number("requests/s", 0, 1_000_000);

    public static Asks number(String unit, double least, double most) {
        return new Asks(unit, least, most, List.of());
    }

    public static Asks choice(String... choices) {
        return new Asks("", 0, choices.length - 1, List.of(choices));
    }

    public boolean isChoice() {
        return !choices.isEmpty();
    }

    public boolean takes(double value) {
        return value >= least && value <= most && (!isChoice() || value == Math.rint(value));
    }
}
