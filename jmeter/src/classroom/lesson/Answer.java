package classroom.lesson;

/**
 * What the measurement answers.
 *
 * @param value of the same kind and unit as a guess; NaN where the runs cannot tell
 * @param text  the value in words; where there is none, why not
 */
public record Answer(double value, String text) {

    /** @param why in a sentence */
    static Answer unknown(String why) {
        return new Answer(Double.NaN, why);
    }

    public boolean isKnown() {
        return !Double.isNaN(value);
    }
}
