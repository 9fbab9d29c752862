package load.jtl;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

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
}
