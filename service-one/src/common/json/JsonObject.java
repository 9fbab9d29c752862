package common.json;

import module java.base;

/** Writes JSON (RFC 8259), which has no NaN and no infinity. */
public final class JsonObject {
    /** Above this, rounding to three decimals is inexact. */
    private static final double MOST_ROUNDED = 1e12;
    /** Below this, integers are exact as doubles. */
    private static final double MOST_EXACT = 1L << 53;
    private static final Pattern ESCAPED = Pattern.compile("[\"\\\\\\p{Cc}]");

    /** The JDK finds them, and prepares their accessors, anew each time: for many records, that is most of the work. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

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
                : Math.abs(value) < MOST_ROUNDED ? Double.valueOf(Math.round(value * 1_000) / 1_000.0) : value;
    }

    @Override
    public String toString() {
        return json(members);
    }

    /** Any value as JSON, ended by a line feed. NaN and infinity become strings. */
    public static String text(Object value) {
        return json(value) + '\n';
    }

    private static String json(Object value) {
        return switch (value) {
            case null -> "null";
            case Double number -> number(number);
            case Number _, Boolean _, JsonObject _ -> value.toString();
            case Enum<?> constant -> string(constant.name());
            case List<?> list -> list.stream().map(JsonObject::json).collect(Collectors.joining(
                    list.stream().anyMatch(JsonObject::hasOwnLine) ? ",\n" : ",", "[", "]"));
            case Map<?, ?> map -> object(map.entrySet().stream()
                    .map(entry -> member(entry.getKey().toString(), entry.getValue())));
            case Record record -> object(Stream.of(COMPONENTS.get(record.getClass()))
                    .map(component -> member(component.getName(), valueOf(record, component))));
            default -> string(value.toString());
        };
    }

    private static String number(double number) {
        return !Double.isFinite(number) ? string(Double.toString(number))
                : number == Math.rint(number) && Math.abs(number) < MOST_EXACT ? Long.toString((long) number)
                : Double.toString(number);
    }

    private static boolean hasOwnLine(Object element) {
        return element instanceof Record || element instanceof Map || element instanceof JsonObject;
    }

    private static String object(Stream<String> members) {
        return members.collect(Collectors.joining(",", "{", "}"));
    }

    private static String member(String name, Object value) {
        return string(name) + ':' + json(value);
    }

    private static Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(record.getClass() + " is not a public record", e);
        }
    }

    private static String string(String text) {
        return '"' + ESCAPED.matcher(text).replaceAll(found -> {
            char c = found.group().charAt(0);
            return Matcher.quoteReplacement(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : "\\" + c);
        }) + '"';
    }
}
