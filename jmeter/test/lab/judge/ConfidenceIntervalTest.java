package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.stream.IntStream;
import lab.results.Spread;
import testing.Test;

class ConfidenceIntervalTest {
    private static double[] numbers(int count, int first) {
        return IntStream.range(first, first + count).asDoubleStream().toArray();
    }

    private static void assertClose(double expected, double actual, String reason) {
        assertTrue(Math.abs(expected - actual) < 1e-9, reason + ": expected " + expected + " but was " + actual);
    }

    @Test
    void aSpreadCoversTheKnownValues() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(9, 1, 2), "an odd number of values");
        assertEquals(new Spread(2.5, 1, 9, 4), Spread.of(9, 1, 2, 3), "an even number: the mean of the middle two");
        assertEquals(new Spread(4, 3, 5, 2), Spread.of(3, Double.NaN, 5),
                "a value that was not measured does not count");
        assertEquals(false, Spread.of(Double.NaN).isKnown(), "nothing measured");
    }

    @Test
    void theIntervalOfThreeValuesAgainstThreeSpansAllRatios() {
        ConfidenceInterval ratio = ConfidenceInterval.ofRatio(new double[] {20, 21, 22}, new double[] {10, 10, 11});
        assertClose(2.0, ratio.estimate(), "median of 9 ratios: 1.82 1.91 2 2 2 2.1 2.1 2.2 2.2");
        assertClose(20.0 / 11, ratio.low(), "the least");
        assertClose(2.2, ratio.high(), "the greatest");
        assertTrue(ratio.excludesOne(), "1 is outside");
        assertEquals(false, ConfidenceInterval.ofRatio(new double[] {9, 12, 13}, new double[] {10, 10, 11})
                .excludesOne(), "the samples overlap");
    }

    /**
     * Two samples of three values interleave in 20 ways. In two of them, one sample is entirely below the other. The
     * confidence is 1 - 2/20.
     */
    @Test
    void confidenceGrowsWithTheRepetitions() {
        double[][] table = {{1, 1, 0}, {2, 2, 1 - 2 / 6.0}, {3, 3, 0.9}, {4, 4, 1 - 2 / 70.0}, {3, 5, 1 - 2 / 56.0}};
        for (double[] row : table) {
            ConfidenceInterval ratio = ConfidenceInterval.ofRatio(numbers((int) row[0], 20), numbers((int) row[1], 10));
            assertClose(row[2], ratio.confidence(), row[0] + " against " + row[1]);
            assertEquals(row[2] >= 0.9, ratio.hasConfidence(), "enough confidence: " + row[0] + " against " + row[1]);
        }
        // Two samples of five values interleave in 252 ways. Four of these have a Mann-Whitney U of at most 2. Without
        // two of the 25 ratios at each end, the interval has a confidence of 1 - 2·4/252 = 96.8 %.
        ConfidenceInterval ratio = ConfidenceInterval.ofRatio(numbers(5, 10), new double[] {10, 10, 10, 10, 100});
        assertClose(1 - 8 / 252.0, ratio.confidence(), "the narrowest interval with at least 95 %");
        assertClose(0.12, ratio.low(), "the third smallest of 0.10 0.11 0.12 0.13 0.14 1.0 …");
        // Two samples of four values interleave in 70 ways: 1 1 2 3 5 5 7 7 8 … of these have U = 0, 1, 2, …
        // (Hollander, Wolfe and Chicken, table A.6).
        int[][] counted = {{0, 1}, {1, 2}, {2, 4}, {3, 7}, {16, 70}};
        for (int[] row : counted) {
            assertClose(row[1] / 70.0, ConfidenceInterval.rankSumTail(4, 4)[row[0]], "U ≤ " + row[0]);
        }
    }

    @Test
    void aRatioIsUnknownWithoutPositiveValues() {
        double[][][] table = {{{}, {1}}, {{1, Double.NaN}, {1}}, {{1}, {0}}};
        for (double[][] row : table) {
            assertEquals(false, ConfidenceInterval.ofRatio(row[0], row[1]).isKnown());
        }
    }
}
