package classroom.lesson;

/**
 * A lesson's answer: theory's or the measured one. {@link SolvedLesson} calculates both, as the lesson's file says.
 *
 * @param value NaN if the runs give no answer
 * @param doubt why the value may be wrong; empty if it is good
 */
public record Solution(double value, String text, String doubt) {
    public Solution(double value, String text) {
        this(value, text, "");
    }
}
