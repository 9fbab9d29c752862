package common.json;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes JSON (RFC 8259), which has no NaN and no infinity: they become strings. */
public final class JsonWriter {
    /** Below this, integers are exact as doubles. */
    private static final double MOST_EXACT = 1L << 53;

    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {
    }

    /** Ends with a line feed. */
    public static String text(Object value) {
        return compact(value) + '\n';
    }

    static String compact(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.write(value);
        return writer.out.toString();
    }

    private void write(Object value) {
        switch (value) {
            case null -> out.append("null");
            case Double number -> number(number);
            case Number number -> out.append(number);
            case Boolean truth -> out.append(truth);
            case Enum<?> constant -> string(constant.name());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case JsonObject object -> map(object.members());
            case Record record -> record(record);
            default -> string(value.toString());
        }
    }

    private void number(double number) {
        if (!Double.isFinite(number)) {
            string(Double.toString(number));
        } else if (number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
            out.append((long) number);
        } else {
            out.append(number);
        }
    }

    /** Puts each object in a list on its own line. */
    private void list(List<?> list) {
        boolean objects = list.stream()
                .anyMatch(each -> each instanceof Record || each instanceof Map || each instanceof JsonObject);
        writeAll('[', list, objects ? ",\n" : ",", ']', this::write);
    }

    private void map(Map<?, ?> map) {
        writeAll('{', map.entrySet(), ",", '}', entry -> member(entry.getKey().toString(), entry.getValue()));
    }

    private void record(Record record) {
        writeAll('{', List.of(record.getClass().getRecordComponents()), ",", '}',
                component -> member(component.getName(), valueOf(record, component)));
    }

    private <T> void writeAll(char begin, Iterable<T> elements, String separator, char end, Consumer<T> each) {
        out.append(begin);
        String prefix = "";
        for (T element : elements) {
            out.append(prefix);
            each.accept(element);
            prefix = separator;
        }
        out.append(end);
    }

    private void member(String name, Object value) {
        string(name);
        out.append(':');
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
