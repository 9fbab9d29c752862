package common.json;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Writes a JSON object, member by member. Serves one thread. */
public final class JsonObject {
    /** Up to here a double times a thousand is exact enough for its three decimals. */
    private static final double MOST_EXACT = 1e12;

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
        if (Math.abs(value) >= MOST_EXACT) {
            return String.format(Locale.ROOT, "%.3f", value);
        }
        return value == Math.rint(value) ? Long.toString((long) value) : decimal(value);
    }

    /** As {@code String.format} would write it, which takes ten times as long: the page asks for thousands a second. */
    private static String decimal(double value) {
        long thousandths = Math.round(Math.abs(value) * 1_000);
        String decimals = Long.toString(1_000 + thousandths % 1_000).substring(1);
        return (value < 0 ? "-" : "") + thousandths / 1_000 + '.' + decimals;
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
