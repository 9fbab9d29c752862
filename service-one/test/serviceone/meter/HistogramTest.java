package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class HistogramTest {
    private final Histogram histogram = new Histogram();

    private void assertNear(long nanos, double part, long[] before, long error) {
        double read = Histogram.quantileMillis(part, before, histogram.snapshot()) * 1e6;
        assertTrue(Math.abs(read - nanos) <= error, "quantile " + part + " is " + read + " ns instead of " + nanos);
    }

    @Test
    void quantilesAreExactWithinTheDocumentedError() {
        long[] before = histogram.snapshot();
        for (long time = 0; time < 130_000; time += 777) {
            histogram.add(time);
            assertNear(time, 1, before, Math.max(520, time / 126));
        }
        before = histogram.snapshot();
        assertEquals(Double.NaN, Histogram.quantileMillis(0.5, before, before), "nothing has been added");
        long[] times = new Random(1).longs(10_000, 200_000, 3_600_000_000_000L).sorted().toArray();
        LongStream.of(times).forEach(histogram::add);
        for (double part : new double[] {0.0001, 0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = times[(int) Math.ceil(part * times.length) - 1];
            assertNear(exact, part, before, exact / 126);      // 0.8 %
        }
    }

    @Test
    void durationsOutOfRangeCountAsTheLongestOrTheShortest() {
        long[] before = histogram.snapshot();
        histogram.add(-1);      // System.nanoTime never goes back, but a caller's arithmetic may be wrong
        histogram.add(Long.MAX_VALUE);
        assertNear(500, 0.5, before, 20);
        assertNear(73L * 60 * 1_000_000_000, 1, before, 60_000_000_000L);
    }
}
