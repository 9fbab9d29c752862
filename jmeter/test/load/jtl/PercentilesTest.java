package load.jtl;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import java.util.stream.LongStream;
import testing.Test;

class PercentilesTest {
    /** Count, percent and rank, and why. */
    private static final Object[][] RANKS = {
        {1, 50.0, 1L, "one value is every percentile"},
        {2, 50.0, 1L, "half of two is one"},
        {2, 50.1, 2L, "a little more than half is two"},
        {5, 50.0, 3L, "the middle"},
        {100, 0.0, 1L, "the smallest"},
        {100, 99.0, 99L, "exactly the ninety-ninth"},
        {100, 99.9, 100L, "rounded up"},
        {100, 100.0, 100L, "the largest"},
        {1000, 99.9, 999L, "in binary it is a little more than 999"},
        {10_000, 99.99, 9_999L, "exact in decimals"},
    };

    /** So that the value is the rank. */
    private static long[] ranks(int count) {
        return LongStream.rangeClosed(1, count).toArray();
    }

    @Test
    void takesTheNearestRank() {
        for (Object[] row : RANKS) {
            assertEquals(row[2], Percentiles.of(ranks((int) row[0]), (double) row[1]),
                    row[1] + " % of " + row[0] + ": " + row[3]);
        }
    }

    /** Count, percent, the interval's lowest and highest rank, and why. */
    private static final Object[][] INTERVALS = {
        {8, 50.0, 1L, 7L, "4 ∓ 2.77"},
        {100, 50.0, 40L, 60L, "50 ∓ 9.8"},
        {381, 99.0, 373L, 381L, "377.2 ∓ 3.8"},
        {10_000, 99.0, 9_880L, 9_920L, "9,900 ∓ 19.5"},
        {3_838, 99.9, 3_830L, 3_838L, "3,834.2 ∓ 3.8"},
    };

    @Test
    void theEndsOfAnIntervalAreOrderStatistics() {
        for (Object[] row : INTERVALS) {
            double percent = (double) row[1];
            assertEquals(Optional.of(new Percentiles.Interval(percent, (long) row[2], (long) row[3])),
                    Percentiles.interval(ranks((int) row[0]), percent), percent + " % of " + row[0] + ": " + row[4]);
        }
    }

    @Test
    void fewerThanTheLeastHaveNoInterval() {
        double[][] leasts = {{50, 8}, {90, 35}, {95, 73}, {99, 381}, {99.9, 3_838}};
        for (double[] least : leasts) {
            assertEquals((long) least[1], Percentiles.least(least[0]), "for " + least[0] + " %");
            for (int count : new int[] {1, (int) least[1] - 1, (int) least[1], 5_000}) {
                assertEquals(count >= least[1], Percentiles.interval(ranks(count), least[0]).isPresent(),
                        least[0] + " % of " + count);
            }
        }
    }
}
