package common.json;

import module java.base;

/** Writes JSON (RFC 8259), which has no NaN and no infinity: NaN becomes null, and infinity a string. */
public final class JsonObject {
    /** Above this, rounding to three decimals is inexact. */
    private static final double MOST_ROUNDED = 1e12;
    /** Below this, integers are exact as doubles. */
    private static final double MOST_EXACT = 1L << 53;

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
        for (RecordComponent component : COMPONENTS.get(record.getClass())) {
            Object value = valueOf(record, component);
            rounded.put(component.getName(), switch (value) {
                case Double number -> rounded(number);
                case Record inner -> rounded(inner);
                case null, default -> value;
            });
        }
        return rounded;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(this, out);
        return out.toString();
    }

    /** Any value as JSON, ended by a line feed. */
    public static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.append('\n').toString();
    }

    private static void write(Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Double number -> writeNumber(number, out);
            case Number _, Boolean _ -> out.append(value);
            case Enum<?> constant -> writeString(constant.name(), out);
            case List<?> list -> writeList(list, out);
            case JsonObject object -> write(object.members, out);
            case Map<?, ?> map -> {
                out.append('{');
                map.forEach((name, member) -> writeMember(name.toString(), member, out));
                out.append('}');
            }
            case Record record -> {
                out.append('{');
                for (RecordComponent component : COMPONENTS.get(record.getClass())) {
                    writeMember(component.getName(), valueOf(record, component), out);
                }
                out.append('}');
            }
            default -> writeString(value.toString(), out);
        }
    }

    private static void writeNumber(double number, StringBuilder out) {
        if (Double.isNaN(number)) {
            out.append("null");
        } else if (Double.isInfinite(number)) {
            writeString(Double.toString(number), out);
        } else if (number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
            out.append((long) number);
        } else {
            out.append(number);
        }
    }

    private static void writeList(List<?> list, StringBuilder out) {
        String separator = list.stream().anyMatch(JsonObject::hasOwnLine) ? ",\n" : ",";
        String before = "";
        out.append('[');
        for (Object element : list) {
            out.append(before);
            write(element, out);
            before = separator;
        }
        out.append(']');
    }

    private static boolean hasOwnLine(Object element) {
        return element instanceof Record || element instanceof Map || element instanceof JsonObject;
    }

    private static void writeMember(String name, Object value, StringBuilder out) {
        if (out.charAt(out.length() - 1) != '{') {
            out.append(',');
        }
        writeString(name, out);
        out.append(':');
        write(value, out);
    }

    private static Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(record.getClass() + " is not a public record", e);
        }
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        out.append('"');
    }
}
