package common.json;

import module java.base;

/** Writes JSON (RFC 8259), which has no NaN and no infinity: NaN becomes null, and infinity a string. */
public final class JsonObject {
    /** Above this, rounding to three decimals is inexact. */
    private static final double MOST_ROUNDED = 1e12;
    /** Below this, integers are exact as doubles. */
    private static final double MOST_EXACT = 1L << 53;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    /** The JDK finds them, and prepares their accessors, anew each time: for many records, that is most of the work. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private final Map<String, Object> members = new LinkedHashMap<>();

    public JsonObject put(String name, Object value) {
        members.put(name, value);
        return this;
    }

    /** With three decimals; NaN if infinite. */
    public static double rounded(double value) {
        if (Double.isInfinite(value)) {
            return Double.NaN;
        }
        return Math.abs(value) < MOST_ROUNDED ? Math.round(value * 1_000) / 1_000.0 : value;
    }

    /** A record's members, and those of the records in it, with rounded doubles. */
    public static JsonObject rounded(Record record) {
        JsonObject rounded = new JsonObject();
        of(record).members.forEach((name, value) -> rounded.put(name, switch (value) {
            case Double number -> rounded(number);
            case Record inner -> rounded(inner);
            case null, default -> value;
        }));
        return rounded;
    }

    private static JsonObject of(Record record) {
        JsonObject object = new JsonObject();
        try {
            for (RecordComponent each : COMPONENTS.get(record.getClass())) {
                object.put(each.getName(), each.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(record.getClass() + " is not a public record", e);
        }
        return object;
    }

    @Override
    public String toString() {
        return json(members);
    }

    /** Any value as JSON, ended by a line feed. */
    public static String text(Object value) {
        return json(value) + '\n';
    }

    private static String json(Object value) {
        return switch (value) {
            case null -> "null";
            case Double number -> number(number);
            case Number _, Boolean _, JsonObject _ -> value.toString();
            case Record record -> of(record).toString();
            case Map<?, ?> map -> map.entrySet().stream()
                    .map(each -> string(each.getKey()) + ':' + json(each.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            case List<?> list -> list.stream().map(JsonObject::json)
                    .collect(Collectors.joining(separator(list), "[", "]"));
            default -> string(value);
        };
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "null";
        }
        if (Double.isInfinite(number)) {
            return string(number);
        }
        boolean isExact = number == Math.rint(number) && Math.abs(number) < MOST_EXACT;
        return isExact ? Long.toString((long) number) : Double.toString(number);
    }

    /** Each object has a line of its own. */
    private static String separator(List<?> list) {
        boolean hasObject = list.stream().anyMatch(each ->
                each instanceof Record || each instanceof Map || each instanceof JsonObject);
        return hasObject ? ",\n" : ",";
    }

    private static String string(Object value) {
        String text = value.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        return '"' + CONTROL.matcher(text).replaceAll(each ->
                "\\\\u" + HexFormat.of().toHexDigits(each.group().charAt(0))) + '"';
    }
}
