package machine;

import module java.base;
import java.util.Map.Entry;

public final class Series<T> {
    private final NavigableMap<Long, T> readings = new TreeMap<>();

    public void add(long millis, T reading) {
        readings.putIfAbsent(millis, reading);
    }

    public NavigableMap<Long, T> all() {
        return readings;
    }

    /** At least 0, although rounding could make the difference negative. */
    public double between(ToDoubleFunction<T> value, long from, long to) {
        return Math.max(0, at(value, to) - at(value, from));
    }

    /** Whether a counter falls from one reading to the next, because its program was started again. */
    public boolean falls(ToDoubleFunction<T> counter, long from, long to) {
        Long first = readings.floorKey(from);
        Long last = readings.ceilingKey(to);
        double[] values = readings.subMap(first == null ? from : first, true, last == null ? to : last, true).values()
                .stream().mapToDouble(counter).toArray();
        return IntStream.range(1, values.length).anyMatch(i -> values[i] < values[i - 1]);
    }

    public double at(ToDoubleFunction<T> value, long moment) {
        Entry<Long, T> before = readings.floorEntry(moment);
        Entry<Long, T> after = readings.ceilingEntry(moment);
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return value.applyAsDouble((before == null ? after : before).getValue());
        }
        double share = (double) (moment - before.getKey()) / (after.getKey() - before.getKey());
        double from = value.applyAsDouble(before.getValue());
        return from + share * (value.applyAsDouble(after.getValue()) - from);
    }
}
