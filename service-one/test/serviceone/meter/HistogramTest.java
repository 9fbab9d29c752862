package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.LongStream;
import testing.Test;

class HistogramTest {
    private final Histogram histogram = new Histogram();

    private static void assertNear(long nanos, double part, Histogram.Counts counts, long error) {
        double read = counts.quantileMillis(part) * 1e6;
        assertTrue(Math.abs(read - nanos) <= error, "quantile " + part + " is " + read + " ns instead of " + nanos);
    }

    @Test
    void quantilesAreExactWithinTheDocumentedError() {
        for (long time = 0; time < 130_000; time += 777) {
            histogram.add(time);
            assertNear(time, 1, histogram.counts(), 1_024);
        }
        Histogram.Counts before = histogram.counts();
        assertEquals(Double.NaN, histogram.counts().since(before).quantileMillis(0.5), "nothing has been added");
        long[] times = new Random(1).longs(10_000, 200_000, 3_600_000_000_000L).sorted().toArray();
        LongStream.of(times).forEach(histogram::add);
        Histogram.Counts since = histogram.counts().since(before);
        assertEquals(10_000L, since.total(), "added durations");
        for (double part : new double[] {0.0001, 0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = times[(int) Math.ceil(part * times.length) - 1];
            assertNear(exact, part, since, exact / 126);      // 0.8 %
        }
    }

    @Test
    void durationsOutOfRangeCountAsTheLongestOrTheShortest() {
        histogram.add(-1);      // System.nanoTime never goes back, but a caller's arithmetic may be wrong
        histogram.add(Long.MAX_VALUE);
        assertEquals(2L, histogram.counts().total());
        assertNear(73L * 60 * 1_000_000_000, 1, histogram.counts(), 60_000_000_000L);
    }
}
