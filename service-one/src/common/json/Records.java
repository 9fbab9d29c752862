package common.json;

import module java.base;

/** Reads records from JSON. A missing double becomes NaN: unknown. A missing whole number or boolean is an error. */
public final class Records {
    private static final int MOST_SHOWN = 60;

    private final boolean isComplete;

    private Records(boolean isComplete) {
        this.isComplete = isComplete;
    }

    /**
     * Reads another program's answer. A missing object, list, text or {@link Boolean} becomes null.
     *
     * @throws IOException if the JSON is malformed or does not fit the record
     */
    public static <T extends Record> T read(Class<T> type, String json) throws IOException {
        return new Records(false).root(type, json);
    }

    /** Like {@link #read}, but nothing may be missing or null that is not {@link MayBeMissing}. */
    public static <T extends Record> T readComplete(Class<T> type, String json) throws IOException {
        return new Records(true).root(type, json);
    }

    private <T extends Record> T root(Class<T> type, String json) throws IOException {
        try {
            return type.cast(Optional.ofNullable(value(type, Json.read(json)))
                    .orElseThrow(() -> new IOException("null is no " + type.getSimpleName())));
        } catch (ClassCastException | NumberFormatException e) {
            throw new IOException("the JSON does not have the expected fields: "
                    + e.getMessage(), e);
        }
    }

    private Object value(Type type, Object json) throws IOException {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == List.class
                    ? list(generic.getActualTypeArguments()[0], json)
                    : map(generic.getActualTypeArguments()[1], json);
        }
        Class<?> wanted = (Class<?>) type;
        return switch (json) {
            case null -> null;
            case Map<?, ?> map when wanted.isRecord() -> record(wanted, map);
            case Double number -> number(wanted, number);
            case Boolean truth when wanted == boolean.class || wanted == Boolean.class -> truth;
            case String text -> text(wanted, text);
            default -> throw not("a " + wanted.getSimpleName(), json);
        };
    }

    private List<Object> list(Type element, Object json) throws IOException {
        if (!(json instanceof List<?> values)) {
            throw not("a list", json);
        }
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value(element, required(value)));
        }
        return list;
    }

    private Map<String, Object> map(Type element, Object json) throws IOException {
        if (!(json instanceof Map<?, ?> values)) {
            throw not("an object", json);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            map.put((String) entry.getKey(), value(element, required(entry.getValue())));
        }
        return map;
    }

    private static IOException not(String expected, Object json) {
        String text = json.toString();
        return new IOException("not " + expected + ": "
                + text.substring(0, Math.min(text.length(), MOST_SHOWN)));
    }

    private Object required(Object value) throws IOException {
        if (isComplete && value == null) {
            throw new IOException("null in a list or map");
        }
        return value;
    }

    private static Object number(Class<?> wanted, Double number) throws IOException {
        if (wanted == double.class || wanted == Double.class) {
            return number;
        }
        boolean isInt = wanted == int.class || wanted == Integer.class;
        if (!isInt && wanted != long.class && wanted != Long.class) {
            throw not("a " + wanted.getSimpleName(), number);
        }
        Number whole = isInt ? (Number) number.intValue() : (Number) number.longValue();
        if (whole.doubleValue() != number) {
            throw new IOException("no whole number, or too large: " + number);
        }
        return whole;
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
                .orElseThrow(() -> not("a " + wanted.getSimpleName(), text));
    }

    private Object record(Class<?> type, Map<?, ?> json) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            values[i] = json.get(name) != null
                    ? value(components[i].getGenericType(), json.get(name))
                    : missing(type, components[i]);
        }
        try {
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType)
                    .toArray(Class[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException(type.getSimpleName() + " cannot be made of " + json.keySet(), e);
        }
    }

    private Object missing(Class<?> type, RecordComponent component) throws IOException {
        if (component.getType() == double.class) {
            return Double.NaN;
        }
        boolean mayBeMissing = component.isAnnotationPresent(MayBeMissing.class);
        if (component.getType().isPrimitive() || isComplete && !mayBeMissing) {
            throw new IOException(type.getSimpleName() + " lacks " + component.getName());
        }
        return null;
    }
}
