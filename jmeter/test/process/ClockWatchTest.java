package process;

import static testing.Assertions.assertEquals;

import testing.Test;

class ClockWatchTest {
    /** After each look at the monotonic clock, the thread loses its core for {@code lag} milliseconds. */
    private static final class TwoClocks implements Time {
        private long wall = 1_700_000_000_000L;
        private long nanos = Long.MAX_VALUE - 5_000_000_000L;      // overflows during the tests
        private long lag;

        @Override
        public long millis() {
            return wall;
        }

        @Override
        public long nanos() {
            long now = nanos;
            nanos += lag * 1_000_000;
            return now;
        }

        @Override
        public void sleep(long millis) {
            nanos += millis * 1_000_000;
        }
    }

    private static double step(long passed, long wall, long lag) {
        TwoClocks clocks = new TwoClocks();
        ClockWatch watch = new ClockWatch(clocks);
        clocks.sleep(passed);
        clocks.wall += wall;
        clocks.lag = lag;
        return watch.step();
    }

    /** A tenth of a second, a thousandth of the time that has passed, and the millisecond that the wall clock cuts. */
    @Test
    void aStepIsWhatSlewingDoesNotExplain() {
        long[][] table = {{10_000, 10_000, 0}, {10_000, 10_111, 0}, {10_000, 10_112, 111}, {10_000, 9_889, 0},
            {10_000, 9_888, -111}, {100_000, 100_201, 0}, {100_000, 100_202, 201}, {0, 3_600_000, 3_599_999},
            {10_000, -3_600_000, -3_609_999}, {1_000_000, 1_000_500, 0}};
        for (long[] row : table) {
            assertEquals((double) row[2], step(row[0], row[1], 0), row[0] + " and " + row[1] + " ms");
        }
    }

    @Test
    void aThreadThatLosesItsCoreBetweenTheReadingsSetsNoClock() {
        assertEquals(0.0, step(10_000, 10_000, 5_000));
        assertEquals(0.0, step(10_000, 15_000, 5_000));
        assertEquals(-7_999.0, step(10_000, 2_000, 5_000), "its wait explains no more than itself");
        assertEquals(5_999.0, step(10_000, 21_000, 5_000));
    }
}
