package serviceone.meter;

import module java.base;

/**
 * A histogram of durations. Any thread may add or take a snapshot, and none waits.
 *
 * <p>A bucket holds the durations that are equal in the first bits of a double: its exponent, and enough of its
 * fraction for 64 buckets in each doubling. So the middle of a bucket is at most 0.8 % off. Durations under 0.5 µs
 * count as 0.5 µs, and those over 73 minutes as 73 minutes.
 */
public final class Histogram {
    private static final int IGNORED_BITS = 46;
    private static final long LEAST_NANOS = 1L << 9;
    private static final long MOST_NANOS = (1L << 42) - 1;
    private static final int FIRST = firstBits(LEAST_NANOS);
    private static final int BUCKETS = firstBits(MOST_NANOS) - FIRST + 1;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

    private static int firstBits(double nanos) {
        return (int) (Double.doubleToRawLongBits(nanos) >>> IGNORED_BITS);
    }

    void add(long nanos) {
        counts.incrementAndGet(firstBits(Math.clamp(nanos, LEAST_NANOS, MOST_NANOS)) - FIRST);
    }

    public long[] snapshot() {
        return IntStream.range(0, BUCKETS).mapToLong(counts::get).toArray();
    }

    /** Of the durations between two snapshots. NaN if there are none. {@code part} is from 0 to 1. */
    public static double quantileMillis(double part, long[] first, long[] last) {
        long left = Math.max(1, (long) Math.ceil(part * (LongStream.of(last).sum() - LongStream.of(first).sum())));
        for (int i = 0; i < BUCKETS; i++) {
            left -= last[i] - first[i];
            if (left <= 0) {
                long middle = (long) (FIRST + i) << IGNORED_BITS | 1L << IGNORED_BITS - 1;
                return Double.longBitsToDouble(middle) / 1e6;
            }
        }
        return Double.NaN;
    }
}
