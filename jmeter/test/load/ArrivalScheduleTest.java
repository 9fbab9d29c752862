package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import testing.Test;

/** The schedule is the one by which JMeter sends. */
class ArrivalScheduleTest {
    /**
     * Thread and milliseconds after "Running the test!", of a run that JMeter 5.6.3 made on a quiet machine of
     * {@code rate(240.0/sec) random_arrivals(11 sec)} with the seed 42.
     */
    private static final long[][] SENT =
            {{1000, 4330}, {1001, 4335}, {1002, 4338}, {1003, 4336}, {1500, 6315}, {2000, 8298}, {2640, 11003}};

    @Test
    void isJmetersOwn() {
        long[] due = new ArrivalSchedule(240, 11, 42).millis();
        assertEquals(2640, due.length, "arrivals: 240 × 11");
        for (long[] sent : SENT) {
            long late = sent[1] - due[(int) sent[0] - 1];
            assertTrue(late >= 0 && late < 12, "thread " + sent[0] + " was sent " + late + " ms late");
        }
    }

    @Test
    void hasNoPartOfAnArrival() {
        assertEquals(3, new ArrivalSchedule(3.7, 1, 42).millis().length, "of 3.7");
    }
}
