package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.stream.IntStream;
import testing.Test;

/** Ratios with intervals whose confidence can be worked out by counting. */
class ConfidenceIntervalTest {
    @Test
    void threeAgainstThreeSpanAllPairsAtNinetyPercent() {
        ConfidenceInterval ratio = ConfidenceInterval.ofRatio(new double[] {20, 21, 22}, new double[] {10, 10, 11});
        assertClose(2.0, ratio.estimate(), "median of 9 ratios: 1.82 1.91 2 2 2 2.1 2.1 2.2 2.2");
        assertClose(20.0 / 11, ratio.low(), "the least");
        assertClose(2.2, ratio.high(), "the greatest");
        assertClose(0.9, ratio.confidence(),
                "1 - 2/20: of the 20 ways to interleave 3 and 3, one has all of the first below");
        assertTrue(ratio.hasConfidence() && ratio.leavesOneOut(), "1 is outside");
        assertEquals(false, ConfidenceInterval.ofRatio(new double[] {9, 12, 13}, new double[] {10, 10, 11})
                .leavesOneOut(), "they overlap");
    }

    @Test
    void confidenceGrowsWithTheRepetitions() {
        Object[][] table = {{1, 1, 0.0}, {2, 2, 1 - 2 / 6.0}, {3, 3, 0.9}, {4, 4, 1 - 2 / 70.0}, {3, 5, 1 - 2 / 56.0}};
        for (Object[] row : table) {
            ConfidenceInterval ratio = ConfidenceInterval.ofRatio(numbers((Integer) row[0], 20),
                    numbers((Integer) row[1], 10));
            assertClose((Double) row[2], ratio.confidence(), row[0] + " against " + row[1]);
            assertEquals((Double) row[2] >= 0.9, ratio.hasConfidence(), "enough");
        }
    }

    @Test
    void moreRepetitionsCutTheOutermostPairsOff() {
        ConfidenceInterval ratio = ConfidenceInterval.ofRatio(numbers(5, 10), new double[] {10, 10, 10, 10, 100});
        // Of 252 ways 1, 1 and 2 have U = 0, 1 and 2: cutting two pairs off each end leaves 1 - 2·4/252 = 96.8 %,
        // three 94.4 %.
        assertClose(1 - 8 / 252.0, ratio.confidence(), "the narrowest of at least 95 %");
        assertClose(0.12, ratio.low(), "the third least of 0.10 0.11 0.12 0.13 0.14 1.0 …");
    }

    @Test
    void tailOfTheRankSumIsThatOfTheTables() {
        double[] tail = ConfidenceInterval.rankSumTail(4, 4);
        // Hollander, Wolfe and Chicken, table A.6; counted: 1 1 2 3 5 5 7 7 8 … of 70
        int[][] table = {{0, 1}, {1, 2}, {2, 4}, {3, 7}, {16, 70}};
        for (int[] row : table) {
            assertClose(row[1] / 70.0, tail[row[0]], "U ≤ " + row[0]);
        }
    }

    @Test
    void isUnknownWithoutPositiveValues() {
        double[][][] table = {{{}, {1}}, {{1, Double.NaN}, {1}}, {{1}, {0}}};
        for (double[][] row : table) {
            assertEquals(false, ConfidenceInterval.ofRatio(row[0], row[1]).isKnown());
        }
    }

    private static double[] numbers(int count, int first) {
        return IntStream.range(first, first + count).asDoubleStream().toArray();
    }

    private static void assertClose(double expected, double actual, String reason) {
        assertTrue(Math.abs(expected - actual) < 1e-9, reason + ": expected " + expected + " but was " + actual);
    }
}
