package common.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

public final class JsonObject {
    /** Above this, rounding to three decimals is inexact. */
    private static final double MOST_EXACT = 1e12;

    private final Map<String, Object> members = new LinkedHashMap<>();

    /** Rounds a double to three decimals. NaN and infinity become null. */
    public JsonObject put(String name, Object value) {
        members.put(name, value instanceof Double number ? rounded(number) : value);
        return this;
    }

    public <T> JsonObject put(String name, List<T> elements, ToDoubleFunction<T> value) {
        return put(name, elements.stream().map(each -> rounded(value.applyAsDouble(each))).toList());
    }

    private static Double rounded(double value) {
        return !Double.isFinite(value) ? null
                : Math.abs(value) < MOST_EXACT ? Double.valueOf(Math.round(value * 1_000) / 1_000.0) : value;
    }

    Map<String, Object> members() {
        return members;
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
