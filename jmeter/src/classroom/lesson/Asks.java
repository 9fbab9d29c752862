package classroom.lesson;

import java.util.List;

/** What a lesson asks for: a number with a unit, or a choice, whose value is its index from 0. */
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

    public boolean takes(double value) {
        return value >= least && value <= most && (!isChoice() || value == Math.rint(value));
    }
}
