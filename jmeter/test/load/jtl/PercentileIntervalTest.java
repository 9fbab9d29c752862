package load.jtl;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.LongStream;
import testing.Test;

/** The interval of a percentile: its ranks, when there is one, and that it holds the percentile as often as it says. */
class PercentileIntervalTest {
    private record Row(int count, double percent, long low, long high, String reason) {
    }

    /** Over the values 1 to count, so that the value is the rank. */
    private static final Row[] ROWS = {
        new Row(8, 50, 1, 7, "4 ∓ 2.77"),
        new Row(100, 50, 40, 60, "50 ∓ 9.8"),
        new Row(381, 99, 373, 381, "377.2 ∓ 3.8"),
        new Row(10_000, 99, 9_880, 9_920, "9,900 ∓ 19.5"),
        new Row(3_838, 99.9, 3_830, 3_838, "3,834.2 ∓ 3.8"),
    };

    private static Optional<PercentileInterval> ofRanks(int count, double percent) {
        return PercentileInterval.of(LongStream.rangeClosed(1, count).toArray(), percent);
    }

    @Test
    void itsEndsAreOrderStatistics() {
        for (Row row : ROWS) {
            assertEquals(Optional.of(new PercentileInterval(row.percent, row.low, row.high)),
                    ofRanks(row.count, row.percent), row.percent + " % of " + row.count + ": " + row.reason);
        }
    }

    @Test
    void fewerThanTheLeastHaveNone() {
        double[][] leasts = {{50, 8}, {90, 35}, {95, 73}, {99, 381}, {99.9, 3_838}};
        for (double[] least : leasts) {
            assertEquals((long) least[1], PercentileInterval.least(least[0]), "for " + least[0] + " %");
            for (int count = 1; count < 5_000; count++) {
                assertEquals(count >= least[1], ofRanks(count, least[0]).isPresent(), least[0] + " % of " + count);
            }
        }
    }

    /** The normal distribution is an approximation of the binomial one, which says it exactly. */
    @Test
    void itHoldsThePercentileNineteenTimesOfTwenty() {
        for (double percent : new double[] {50, 90, 95, 99, 99.9}) {
            int least = (int) PercentileInterval.least(percent);
            for (int count = least; count < least + 300; count++) {
                PercentileInterval interval = ofRanks(count, percent).orElseThrow();
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
