package classroom.lesson;

/**
 * @param value NaN if the runs give no answer
 * @param doubt why the value may be wrong; empty if it is good
 */
public record Solution(double value, String text, String doubt) {
    public Solution(double value, String text) {
        this(value, text, "");
    }
}
