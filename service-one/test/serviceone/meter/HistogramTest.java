package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.LongStream;
import testing.Test;

class HistogramTest {
    private static final double MOST_ERROR = 0.0079;

    @Test
    void aTimeIsReadBackWithinItsDocumentedError() {
        long[] nanos = {200_000, 1_000_000, 49_999_999, 50_000_000, 333_000_000, 1_049_000_000, 5_240_000_000L,
                3_600_000_000_000L};
        for (long time : nanos) {
            Histogram histogram = new Histogram();
            histogram.add(time);
            long read = histogram.counts().quantile(0.5);
            assertTrue(Math.abs(read - time) <= MOST_ERROR * time, time + " ns was read back as " + read);
        }
    }

    @Test
    void shortTimesAreReadBackWithinHalfAMicrosecond() {
        for (long time = 0; time < 130_000; time += 777) {
            Histogram histogram = new Histogram();
            histogram.add(time);
            assertTrue(Math.abs(histogram.counts().quantile(1) - time) <= 1_024, "at " + time);
        }
    }

    @Test
    void whatIsTooLongOrNegativeIsCountedAtTheEnds() {
        Histogram histogram = new Histogram();
        histogram.add(-1);      // System.nanoTime never goes back, but a caller's arithmetic may be wrong
        histogram.add(Long.MAX_VALUE);
        assertEquals(2L, histogram.counts().total());
        assertTrue(histogram.counts().quantile(1) > 70L * 60 * 1_000_000_000, "over an hour");
    }

    @Test
    void quantilesAreThoseOfTheSortedTimes() {
        Histogram histogram = new Histogram();
        long[] times = new Random(1).longs(10_000, 1_000_000, 2_000_000_000).sorted().toArray();
        LongStream.of(times).forEach(histogram::add);
        for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = times[(int) Math.ceil(part * times.length) - 1];
            long read = histogram.counts().quantile(part);
            assertTrue(Math.abs(read - exact) <= MOST_ERROR * exact, "quantile " + part + ": " + read + " for "
                    + exact);
        }
    }

    @Test
    void theDifferenceOfTwoMomentsIsWhatCameBetween() {
        Histogram histogram = new Histogram();
        histogram.add(1_000_000_000);
        Histogram.Counts before = histogram.counts();
        assertEquals(-1L, histogram.counts().since(before).quantile(0.5), "nothing came, so nothing is told");
        histogram.add(2_000_000);
        Histogram.Counts between = histogram.counts().since(before);
        assertEquals(1L, between.total());
        assertTrue(between.quantile(0.99) < 3_000_000, "the earlier one is not in it");
    }
}
