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
        } catch (ClassCastException | IllegalArgumentException e) {
            throw new IOException("the JSON does not have the expected fields: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private Object value(Type type, Object json) {
        if (type instanceof ParameterizedType generic) {
            Type element = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == List.class ? list(element, json) : map(element, json);
        }
        Class<?> wanted = (Class<?>) type;
        Class<?> boxed = MethodType.methodType(wanted).wrap().returnType();
        return switch (json) {
            case null -> null;
            case Map<?, ?> map when wanted.isRecord() -> record(wanted, map);
            case Double number when boxed == Double.class -> number;
            case Double number when Number.class.isAssignableFrom(boxed) -> whole(boxed, number);
            case Boolean truth when boxed == Boolean.class -> truth;
            case String text when boxed == String.class -> text;
            case String text when boxed == Double.class -> Double.valueOf(text);
            case String text when boxed.isEnum() -> Enum.valueOf(boxed.asSubclass(Enum.class), text);
            default -> throw not("a " + wanted.getSimpleName(), json);
        };
    }

    private List<?> list(Type element, Object json) {
        if (!(json instanceof List<?> values)) {
            throw not("a list", json);
        }
        return values.stream().map(each -> value(element, required(each))).toList();
    }

    private Map<String, Object> map(Type element, Object json) {
        if (!(json instanceof Map<?, ?> values)) {
            throw not("an object", json);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((name, each) -> map.put((String) name, value(element, required(each))));
        return map;
    }

    private static UncheckedIOException not(String expected, Object json) {
        String text = json.toString();
        return wrong("not " + expected + ": " + text.substring(0, Math.min(text.length(), MOST_SHOWN)));
    }

    private static UncheckedIOException wrong(String why) {
        return new UncheckedIOException(new IOException(why));
    }

    private Object required(Object value) {
        if (isComplete && value == null) {
            throw wrong("null in a list or map");
        }
        return value;
    }

    private static Number whole(Class<?> wanted, double number) {
        long whole = wanted == Integer.class ? (int) number : (long) number;
        if (whole != number) {
            throw wrong("no whole number, or too large: " + number);
        }
        return wanted == Integer.class ? (Number) (int) whole : (Number) whole;
    }

    private Object record(Class<?> type, Map<?, ?> json) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
        Object[] values = Stream.of(components).map(each -> component(type, each, json.get(each.getName()))).toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new UncheckedIOException(
                    new IOException(type.getSimpleName() + " cannot be made of " + json.keySet(), e));
        }
    }

    private Object component(Class<?> type, RecordComponent component, Object json) {
        if (json != null) {
            return value(component.getGenericType(), json);
        }
        if (component.getType() == double.class) {
            return Double.NaN;
        }
        boolean mayBeMissing = component.isAnnotationPresent(MayBeMissing.class);
        if (component.getType().isPrimitive() || isComplete && !mayBeMissing) {
            throw wrong(type.getSimpleName() + " lacks " + component.getName());
        }
        return null;
    }
}
