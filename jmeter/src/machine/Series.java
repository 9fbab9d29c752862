package machine;

import module java.base;

public final class Series<T> {
    private final NavigableMap<Long, T> readings = new TreeMap<>();

    public void add(long millis, T reading) {
        readings.putIfAbsent(millis, reading);
    }

    public NavigableMap<Long, T> all() {
        return readings;
    }

    /** NaN if there are no two readings. At least 0, although rounding could make the difference negative. */
    public double between(ToDoubleFunction<T> value, long from, long to) {
        return readings.size() < 2 ? Double.NaN
                : Math.max(0, at(value, to) - at(value, from));
    }

    /** Not if it falls from one reading to the next, because its program was started again. */
    public boolean knows(ToDoubleFunction<T> counter, long from, long to) {
        long first = Objects.requireNonNullElse(readings.floorKey(from), from);
        long last = Objects.requireNonNullElse(readings.ceilingKey(to), to);
        double[] values = readings.subMap(first, true, last, true).values().stream()
                .mapToDouble(counter)
                .toArray();
        return readings.size() > 1
                && IntStream.range(1, values.length)
                .allMatch(i -> values[i] >= values[i - 1]);
    }

    public double at(ToDoubleFunction<T> value, long moment) {
        long before = Objects.requireNonNullElse(readings.floorKey(moment), readings.firstKey());
        long after = Objects.requireNonNullElse(readings.ceilingKey(moment), before);
        double from = value.applyAsDouble(readings.get(before));
        double change = value.applyAsDouble(readings.get(after)) - from;
        return after == before ? from
                : from + change * (moment - before) / (after - before);
    }
}
