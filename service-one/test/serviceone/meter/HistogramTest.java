package serviceone.meter;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.LongStream;
import testing.Test;

class HistogramTest {
    private static final double MOST_ERROR = 0.0079;

    private final Histogram histogram = new Histogram();

    private double nanos(double part) {
        return histogram.counts().quantileMillis(part) * 1e6;
    }

    @Test
    void quantilesAreThoseOfTheSortedTimesWithinTheDocumentedError() {
        long[] times = new Random(1).longs(10_000, 200_000, 3_600_000_000_000L).sorted().toArray();
        LongStream.of(times).forEach(histogram::add);
        for (double part : new double[] {0.0001, 0.01, 0.5, 0.9, 0.99, 1}) {
            long exact = times[(int) Math.ceil(part * times.length) - 1];
            assertTrue(Math.abs(nanos(part) - exact) <= MOST_ERROR * exact, "at " + part);
        }
    }

    @Test
    void shortTimesAreReadBackWithinHalfAMicrosecond() {
        for (long time = 0; time < 130_000; time += 777) {
            histogram.add(time);
            assertTrue(Math.abs(nanos(1) - time) <= 1_024, "at " + time);
        }
    }

    @Test
    void whatIsTooLongOrNegativeIsCountedAtTheEnds() {
        histogram.add(-1);      // System.nanoTime never goes back, but a caller's arithmetic may be wrong
        histogram.add(Long.MAX_VALUE);
        assertEquals(2L, histogram.counts().total());
        assertTrue(nanos(1) > 70L * 60 * 1_000_000_000, "over an hour");
    }

    @Test
    void theDifferenceOfTwoMomentsIsWhatCameBetween() {
        histogram.add(1_000_000_000);
        Histogram.Counts before = histogram.counts();
        assertEquals(Double.NaN, histogram.counts().since(before).quantileMillis(0.5), "nothing came");
        histogram.add(2_000_000);
        Histogram.Counts between = histogram.counts().since(before);
        assertEquals(1L, between.total());
        assertTrue(between.quantileMillis(0.99) < 3, "the earlier one is not in it");
    }
}
