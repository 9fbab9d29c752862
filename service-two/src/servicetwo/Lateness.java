package servicetwo;

import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * How late timers were over the last {@value #SECONDS} seconds. Lateness adds to the announced delays. Up to a
 * millisecond is normal, because selectors wait for whole milliseconds.
 */
final class Lateness {
    private static final int SECONDS = 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final long[] counts = new long[SECONDS];
    private final long[] sums = new long[SECONDS];
    private final long[] maxima = new long[SECONDS];
    private final LongSupplier nanoTime;
    private long second;

    Lateness() {
        this(System::nanoTime);
    }

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

    /** 0 if there were no timers. */
    synchronized long maxMicros() {
        slot();
        return LongStream.of(maxima).max().orElseThrow() / NANOS_PER_MICRO;
    }

    /** 0 if there were no timers. */
    synchronized long meanMicros() {
        slot();
        long count = LongStream.of(counts).sum();
        return count == 0 ? 0 : LongStream.of(sums).sum() / count / NANOS_PER_MICRO;
    }

    /** The current second's index in the arrays. Clears the slots of the seconds that began since the last call. */
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
