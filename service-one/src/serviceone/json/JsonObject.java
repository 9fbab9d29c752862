package serviceone.json;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Writes a JSON object, member by member. Serves one thread. */
public final class JsonObject {
    private final StringBuilder text = new StringBuilder("{");

    public JsonObject put(String name, String value) {
        return raw(name, quoted(value));
    }

    public JsonObject put(String name, long value) {
        return raw(name, Long.toString(value));
    }

    public JsonObject put(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** With three decimals; what is no number becomes null. */
    public JsonObject put(String name, double value) {
        return raw(name, number(value));
    }

    public JsonObject put(String name, JsonObject value) {
        return raw(name, value.toString());
    }

    /** An array of what the function tells of each element. */
    public <T> JsonObject put(String name, List<T> elements, ToDoubleFunction<T> value) {
        return raw(name, elements.stream().map(each -> number(value.applyAsDouble(each)))
                .collect(Collectors.joining(",", "[", "]")));
    }

    /** An array of objects, one for each element. */
    public <T> JsonObject putAll(String name, List<T> elements, Function<T, JsonObject> object) {
        return raw(name, elements.stream().map(each -> object.apply(each).toString())
                .collect(Collectors.joining(",", "[", "]")));
    }

    private JsonObject raw(String name, String json) {
        text.append(text.length() > 1 ? "," : "").append(quoted(name)).append(':').append(json);
        return this;
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    /** What the service itself has named, and paths of requests that were read: none has a control character. */
    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
