package lab.define;

import static testing.Assertions.assertEquals;

import testing.Test;

/** Where the cores, and not the threads, set the throughput. */
class CpuCeilingTest {
    private static final Load LOAD = Load.closed("/meetings", 4000);
    private static final Prediction PREDICTED = new Prediction(3813, 1.049, 4000, "users");

    @Test
    void lowersAPredictionThatTheCoresCannotMeet() {
        Prediction capped = CpuCeiling.cap(PREDICTED, LOAD, 2, 1e-3);
        assertEquals(2000.0, capped.throughput(), "2 cores, 1 ms each");
        assertEquals(2.0, capped.latency(), "4,000 users at 2,000 requests a second");
        assertEquals("CPU", capped.limit());
    }

    @Test
    void leavesTheOthersAlone() {
        assertEquals(PREDICTED, CpuCeiling.cap(PREDICTED, LOAD, 2, 0.4e-3), "5,000 are possible");
        assertEquals(PREDICTED, CpuCeiling.cap(PREDICTED, LOAD, 2, Double.NaN), "cost not known");
        assertEquals(Prediction.NONE, CpuCeiling.cap(Prediction.NONE, LOAD, 2, 1e-3), "nothing predicted");
    }

    @Test
    void isTheOnlyBoundOfARouteThatOnlyComputes() {
        assertEquals(4000.0, CpuCeiling.cap(Prediction.CPU_BOUND, LOAD, 2, 0.5e-3).throughput());
    }
}
