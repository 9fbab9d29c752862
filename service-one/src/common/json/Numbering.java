package common.json;

import module java.base;

/** Numbers different values from 0, in the order of their first appearance, so that JSON can name each one once. */
public final class Numbering<T> {
    private final Map<T, Long> numbers = new LinkedHashMap<>();

    public long of(T value) {
        return numbers.computeIfAbsent(value, _ -> (long) numbers.size());
    }

    public List<T> values() {
        return List.copyOf(numbers.keySet());
    }
}
