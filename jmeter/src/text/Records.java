package text;

import module java.base;
import common.json.Json;

/**
 * Reads records from JSON. A missing object, list or text becomes null; a missing double becomes NaN; a missing
 * boolean becomes false.
 */
public final class Records {
    private Records() {
    }

    /** @throws IOException if the JSON is malformed or does not fit the record */
    public static <T extends Record> T read(Class<T> type, String json) throws IOException {
        try {
            return type.cast(value(type, Json.read(json)));
        } catch (ClassCastException | NumberFormatException e) {
            throw new IOException("the JSON does not have the expected fields: " + e.getMessage(), e);
        }
    }

    private static Object value(Type type, Object json) throws IOException {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == List.class ? list(generic.getActualTypeArguments()[0], json)
                    : map(generic.getActualTypeArguments()[1], json);
        }
        Class<?> wanted = (Class<?>) type;
        return switch (json) {
            case null -> null;
            case Map<?, ?> map when wanted.isRecord() -> record(wanted, map);
            case Double number -> number(wanted, number);
            case Boolean truth when wanted == boolean.class || wanted == Boolean.class -> truth;
            case String text -> text(wanted, text);
            default -> throw new IOException("not a " + wanted.getSimpleName() + ": " + json);
        };
    }

    private static List<Object> list(Type element, Object json) throws IOException {
        if (!(json instanceof List<?> values)) {
            throw new IOException("not a list: " + json);
        }
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value(element, value));
        }
        return list;
    }

    private static Map<String, Object> map(Type element, Object json) throws IOException {
        if (!(json instanceof Map<?, ?> values)) {
            throw new IOException("not an object: " + json);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            map.put((String) entry.getKey(), value(element, entry.getValue()));
        }
        return map;
    }

    private static Object number(Class<?> wanted, Double number) {
        return wanted == int.class || wanted == Integer.class ? (Object) number.intValue()
                : wanted == long.class || wanted == Long.class ? (Object) number.longValue() : number;
    }

    private static Object text(Class<?> wanted, String text) throws IOException {
        if (wanted == String.class) {
            return text;
        }
        if (wanted == double.class || wanted == Double.class) {
            return Double.valueOf(text);
        }
        return Arrays.stream(wanted.isEnum() ? wanted.getEnumConstants() : new Object[0])
                .filter(constant -> ((Enum<?>) constant).name().equals(text)).findFirst()
                .orElseThrow(() -> new IOException("not a " + wanted.getSimpleName() + ": " + text));
    }

    private static Object record(Class<?> type, Map<?, ?> json) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            values[i] = json.get(name) != null ? value(components[i].getGenericType(), json.get(name))
                    : missing(type, components[i]);
        }
        try {
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException(type.getSimpleName() + " cannot be made of " + json.keySet(), e);
        }
    }

    private static Object missing(Class<?> type, RecordComponent component) throws IOException {
        if (component.getType() == double.class) {
            return Double.NaN;
        }
        if (component.getType() == boolean.class) {
            return false;
        }
        if (component.getType().isPrimitive()) {
            throw new IOException(type.getSimpleName() + " lacks " + component.getName());
        }
        return null;
    }
}
