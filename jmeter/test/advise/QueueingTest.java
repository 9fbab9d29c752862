package advise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import testing.Test;

class QueueingTest {
    /** Counted from the Poisson distribution itself. */
    @Test
    void oneIsFreeInNearlyAllMoments() {
        double[][] busyAndThreads = {{0.05, 3}, {0.8, 6}, {1, 6}, {5, 14}, {10, 22}, {150, 190}, {1_000, 1_100}};
        for (double[] each : busyAndThreads) {
            assertEquals(each[1], Queueing.threadsToHaveOneFree(each[0]), each[0] + " busy");
        }
    }

    @Test
    void beyondTheSumItGoesOnAsSmoothly() {
        double before = Queueing.threadsToHaveOneFree(99_999);
        double after = Queueing.threadsToHaveOneFree(100_001);
        assertTrue(after - before >= 0 && after - before <= 4, before + " to " + after);
    }

    /** Of one server: busy share / (1 - busy share) times in service. */
    @Test
    void oneServerHasTheQueueOfTextbooks() {
        assertEquals(80L, Math.round(1e3 * Queueing.meanWait(1, 0.02, 40)));
        assertEquals(Double.POSITIVE_INFINITY, Queueing.meanWait(1, 0.02, 50));
        assertEquals(0L, Math.round(1e6 * Queueing.meanWait(200, 1, 100)));
    }
}
