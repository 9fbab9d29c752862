package classroom.lesson;

import common.json.JsonObject;

/**
 * @param value NaN if the runs give no answer
 * @param doubt why the value may be wrong; empty if it is good
 */
public record Solution(double value, String text, String doubt) {
    public Solution(double value, String text) {
        this(value, text, "");
    }

    public JsonObject json() {
        return new JsonObject().put("value", JsonObject.rounded(value)).put("text", text)
                .put("doubt", doubt);
    }
}
