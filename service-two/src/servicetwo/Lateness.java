package servicetwo;

import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * How late timers were over the last {@value #SECONDS} seconds: whether service two itself adds to the waits that it
 * announces. Up to a millisecond is normal, because a selector counts in these. Written by the loop's thread, read by
 * it and by JMX; every method is synchronized, which costs next to nothing because they hardly ever meet.
 */
final class Lateness {
    private static final int SECONDS = 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** Of one second each, in a ring. */
    private final long[] counts = new long[SECONDS];
    private final long[] sums = new long[SECONDS];
    private final long[] maxima = new long[SECONDS];
    private final LongSupplier nanoTime;
    private long second;

    Lateness() {
        this(System::nanoTime);
    }

    /** @param nanoTime the clock */
    Lateness(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        second = second();
    }

    synchronized void add(long nanos) {
        int slot = slot();
        counts[slot]++;
        sums[slot] += nanos;
        maxima[slot] = Math.max(maxima[slot], nanos);
    }

    /** Of the latest timer, in microseconds; 0 where there was none. */
    synchronized long maxMicros() {
        slot();
        return LongStream.of(maxima).max().orElseThrow() / NANOS_PER_MICRO;
    }

    /** Of all timers, in microseconds; 0 where there was none. */
    synchronized long meanMicros() {
        slot();
        long count = LongStream.of(counts).sum();
        return count == 0 ? 0 : LongStream.of(sums).sum() / count / NANOS_PER_MICRO;
    }

    /** The present second's; those that have passed since the last look begin anew. */
    private int slot() {
        long now = second();
        for (second = Math.max(second, now - SECONDS); second < now; second++) {
            int next = Math.floorMod(second + 1, SECONDS);
            counts[next] = 0;
            sums[next] = 0;
            maxima[next] = 0;
        }
        return Math.floorMod(now, SECONDS);
    }

    private long second() {
        return Math.floorDiv(nanoTime.getAsLong(), NANOS_PER_SECOND);
    }
}
