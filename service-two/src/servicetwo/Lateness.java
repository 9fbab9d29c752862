package servicetwo;

import module java.base;

/**
 * How late timers were over the last {@value #SECONDS} seconds. Lateness adds to the announced delays. Up to a
 * millisecond is normal, because selectors wait for whole milliseconds.
 */
final class Lateness {
    private static final int SECONDS = 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final LongSupplier nanoTime;
    private final LongSummaryStatistics[] seconds = new LongSummaryStatistics[SECONDS];
    private long latest = Long.MIN_VALUE;

    Lateness(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized void add(long dueAt) {
        long now = nanoTime.getAsLong();
        second(now).accept(now - dueAt);
    }

    /** The greatest and the mean lateness; 0 if there were no timers. */
    synchronized Map<String, Long> micros() {
        second(nanoTime.getAsLong());
        LongSummaryStatistics all = Stream.of(seconds).collect(LongSummaryStatistics::new,
                LongSummaryStatistics::combine, LongSummaryStatistics::combine);
        return new TreeMap<>(Map.of("max", Math.max(0, all.getMax()) / 1_000,
                "mean", (long) all.getAverage() / 1_000));
    }

    /** The statistics of the current second. Forgets those that are too old. */
    private LongSummaryStatistics second(long now) {
        long current = Math.floorDiv(now, NANOS_PER_SECOND);
        for (latest = Math.max(latest, current - SECONDS); latest < current; latest++) {
            seconds[Math.floorMod(latest + 1, SECONDS)] = new LongSummaryStatistics();
        }
        return seconds[Math.floorMod(current, SECONDS)];
    }
}
