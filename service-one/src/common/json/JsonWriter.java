package common.json;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
            case List<?> list -> all('[', list, ",\n", ']', this::write);
            case Map<?, ?> map -> map(map);
            case Record record -> record(record);
            default -> string(value.toString());
        }
    }

    private void map(Map<?, ?> map) {
        all('{', map.entrySet(), ", ", '}', entry -> member(entry.getKey().toString(), entry.getValue()));
    }

    private void record(Record record) {
        all('{', List.of(record.getClass().getRecordComponents()), ", ", '}',
                component -> member(component.getName(), valueOf(record, component)));
    }

    private <T> void all(char begin, Iterable<T> elements, String separator, char end, Consumer<T> each) {
        out.append(begin);
        String before = "";
        for (T element : elements) {
            out.append(before);
            each.accept(element);
            before = separator;
        }
        out.append(end);
    }

    private void member(String name, Object value) {
        string(name);
        out.append(": ");
        write(value);
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
