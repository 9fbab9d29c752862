package serviceone.meter;

import module java.base;

/**
 * A histogram of durations. Any thread may add or take a snapshot, and none waits.
 *
 * <p>Each doubling has {@value #SUB_BUCKETS} buckets, so the middle of a bucket is at most 0.8 % off. Durations under
 * 0.13 ms are at most half a microsecond off. Durations over 73 minutes count as 73 minutes.
 */
public final class Histogram {
    static final int SUB_BUCKETS = 64;
    private static final int SUB_BUCKET_BITS = Integer.numberOfTrailingZeros(SUB_BUCKETS);
    private static final int UNIT_BITS = 10;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long MOST_UNITS = (1L << 32) - 1;
    private static final int BUCKETS = bucket(MOST_UNITS) + 1;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

    void add(long nanos) {
        counts.incrementAndGet(bucket(Math.clamp(nanos >> UNIT_BITS, 0, MOST_UNITS)));
    }

    Counts counts() {
        long[] copy = new long[BUCKETS];
        Arrays.setAll(copy, counts::get);
        return new Counts(copy);
    }

    private static int bucket(long units) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(units | 1) - SUB_BUCKET_BITS);
        return shift * SUB_BUCKETS + (int) (units >>> shift);
    }

    private static long middle(int bucket) {
        int shift = Math.max(0, bucket / SUB_BUCKETS - 1);
        long first = (long) (bucket - shift * SUB_BUCKETS) << shift;
        return (first << UNIT_BITS) + (1L << (shift + UNIT_BITS - 1));
    }

    public record Counts(long[] counts) {
        public Counts since(Counts earlier) {
            long[] difference = new long[BUCKETS];
            Arrays.setAll(difference, i -> counts[i] - earlier.counts[i]);
            return new Counts(difference);
        }

        public long total() {
            return Arrays.stream(counts).sum();
        }

        /** NaN if there are no durations. {@code part} is from 0 to 1. */
        public double quantileMillis(double part) {
            long rank = Math.max(1, (long) Math.ceil(part * total()));
            long seen = 0;
            for (int i = 0; i < BUCKETS; i++) {
                seen += counts[i];
                if (seen >= rank) {
                    return middle(i) / NANOS_PER_MILLI;
                }
            }
            return Double.NaN;
        }
    }
}
