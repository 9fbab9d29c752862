package lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Readings in the order of their times, and what lies between two of them. Used by the runner's thread. */
public final class Series<T> {
    private final List<T> readings = new ArrayList<>();
    private final ToLongFunction<T> millis;

    public Series(ToLongFunction<T> millis) {
        this.millis = millis;
    }

    public void add(T reading) {
        readings.add(reading);
    }

    public List<T> all() {
        return Collections.unmodifiableList(readings);
    }

    public List<Long> times() {
        return readings.stream().map(millis::applyAsLong).toList();
    }

    public T first() {
        return readings.getFirst();
    }

    public T last() {
        return readings.getLast();
    }

    public double between(ToDoubleFunction<T> value, long from, long to) {
        return at(value, to) - at(value, from);
    }

    /** The value at a moment, on the straight line between the readings around it. */
    public double at(ToDoubleFunction<T> value, long moment) {
        T before = readings.getFirst();
        for (T reading : readings) {
            if (millis.applyAsLong(reading) >= moment) {
                return between(value, before, reading, moment);
            }
            before = reading;
        }
        return value.applyAsDouble(before);
    }

    private double between(ToDoubleFunction<T> value, T before, T after, long moment) {
        long from = millis.applyAsLong(before);
        long to = millis.applyAsLong(after);
        double share = to == from ? 1 : Math.max(0, (double) (moment - from) / (to - from));
        return value.applyAsDouble(before) + share * (value.applyAsDouble(after) - value.applyAsDouble(before));
    }
}
