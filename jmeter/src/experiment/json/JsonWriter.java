package experiment.json;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;

/**
 * Writes records, lists, maps, strings, numbers, booleans, enums and null as JSON (RFC 8259). JSON has no NaN and no
 * infinity: they become strings of these names, which {@link Records} takes back. Used by one thread.
 */
public final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {
    }

    public static String text(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.write(value);
        return writer.out.append('\n').toString();
    }

    private void write(Object value) {
        switch (value) {
            case null -> out.append("null");
            case Double number when !Double.isFinite(number) -> string(number.toString());
            case Number number -> out.append(number);
            case Boolean truth -> out.append(truth);
            case Enum<?> constant -> string(constant.name());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case Record record -> record(record);
            default -> string(value.toString());
        }
    }

    private void list(List<?> list) {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            out.append(separator);
            write(element);
            separator = ",\n";
        }
        out.append(']');
    }

    private void map(Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            string(entry.getKey().toString());
            out.append(": ");
            write(entry.getValue());
            separator = ", ";
        }
        out.append('}');
    }

    private void record(Record record) {
        out.append('{');
        String separator = "";
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            out.append(separator);
            string(component.getName());
            out.append(": ");
            write(valueOf(record, component));
            separator = ", ";
        }
        out.append('}');
    }

    private static Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(record.getClass() + " is not a public record", e);
        }
    }

    private void string(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
