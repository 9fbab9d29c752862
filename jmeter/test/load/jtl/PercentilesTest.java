package load.jtl;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.LongStream;
import testing.Test;

class PercentilesTest {
    private record Row(int count, double percent, long expected, String reason) {
    }

    /** Over the values 1 to count, so that the value is the rank. */
    private static final Row[] ROWS = {
        new Row(1, 50, 1, "one value is every percentile"),
        new Row(1, 100, 1, "one value is every percentile"),
        new Row(2, 50, 1, "half of two is one"),
        new Row(2, 50.1, 2, "a little more than half is two"),
        new Row(4, 50, 2, "never between two values"),
        new Row(5, 50, 3, "the middle"),
        new Row(100, 0, 1, "the smallest"),
        new Row(100, 99, 99, "exactly the ninety-ninth"),
        new Row(100, 99.9, 100, "rounded up"),
        new Row(100, 100, 100, "the largest"),
        new Row(1000, 99.9, 999, "in binary it is a little more than 999"),
        new Row(1000, 99.99, 1000, "rounded up"),
        new Row(10_000, 99.99, 9_999, "exact in decimals"),
    };

    @Test
    void takesTheNearestRank() {
        for (Row row : ROWS) {
            long[] sorted = LongStream.rangeClosed(1, row.count).toArray();
            assertEquals(row.expected, Percentiles.of(sorted, row.percent),
                    row.percent + " % of " + row.count + ": " + row.reason);
        }
    }

    @Test
    void refusesWhatHasNoAnswer() {
        assertThrows(IllegalArgumentException.class, () -> Percentiles.of(new long[0], 50));
        for (double percent : new double[] {-1, 100.1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> Percentiles.of(new long[] {1}, percent));
        }
    }

    private record Ranks(int count, double percent, long low, long high, String reason) {
    }

    /** Over the values 1 to count, so that the value is the rank. */
    private static final Ranks[] RANKS = {
        new Ranks(8, 50, 1, 7, "4 ∓ 2.77"),
        new Ranks(100, 50, 40, 60, "50 ∓ 9.8"),
        new Ranks(381, 99, 373, 381, "377.2 ∓ 3.8"),
        new Ranks(10_000, 99, 9_880, 9_920, "9,900 ∓ 19.5"),
        new Ranks(3_838, 99.9, 3_830, 3_838, "3,834.2 ∓ 3.8"),
    };

    private static Optional<Percentiles.Interval> ofRanks(int count, double percent) {
        return Percentiles.interval(LongStream.rangeClosed(1, count).toArray(), percent);
    }

    @Test
    void theEndsOfAnIntervalAreOrderStatistics() {
        for (Ranks row : RANKS) {
            assertEquals(Optional.of(new Percentiles.Interval(row.percent, row.low, row.high)),
                    ofRanks(row.count, row.percent), row.percent + " % of " + row.count + ": " + row.reason);
        }
    }

    @Test
    void fewerThanTheLeastHaveNoInterval() {
        double[][] leasts = {{50, 8}, {90, 35}, {95, 73}, {99, 381}, {99.9, 3_838}};
        for (double[] least : leasts) {
            assertEquals((long) least[1], Percentiles.least(least[0]), "for " + least[0] + " %");
            for (int count = 1; count < 5_000; count++) {
                assertEquals(count >= least[1], ofRanks(count, least[0]).isPresent(), least[0] + " % of " + count);
            }
        }
    }

    /** The normal distribution is an approximation of the binomial one, which says it exactly. */
    @Test
    void anIntervalHoldsThePercentileNineteenTimesOfTwenty() {
        for (double percent : new double[] {50, 90, 95, 99, 99.9}) {
            int least = (int) Percentiles.least(percent);
            for (int count = least; count < least + 300; count++) {
                Percentiles.Interval interval = ofRanks(count, percent).orElseThrow();
                double holds = between(interval.low(), interval.high(), count, percent / 100);
                assertTrue(holds > 0.947, percent + " % of " + count + " are held with a probability of " + holds);
            }
        }
    }

    /** The probability that of n values at least {@code from} and fewer than {@code to} are below their percentile. */
    private static double between(long from, long to, int n, double p) {
        double sum = 0;
        double logarithm = n * Math.log(1 - p);
        for (int i = 0; i < to; i++) {
            sum += i >= from ? Math.exp(logarithm) : 0;
            logarithm += Math.log((n - i) / (i + 1.0) * p / (1 - p));
        }
        return sum;
    }
}
