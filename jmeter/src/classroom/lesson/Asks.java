package classroom.lesson;

import java.util.List;

/** A lesson asks for a number with a unit or for a choice. A choice's value is its index, counted from 0. */
public record Asks(String unit, double least, double most, List<String> choices) {
    public boolean isChoice() {
        return !choices.isEmpty();
    }

    public boolean takes(double value) {
        return value >= least && value <= most && (!isChoice() || value == Math.rint(value));
    }
}
