package serviceone.soak;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import testing.Test;

class FaultShareTest {
    @Test
    void oneOfFourCallsIsEnough() {
        FaultShare share = FaultShare.of(0.5, 0, 0);
        assertEquals(0.9375, share.least());
        assertEquals(0.9375, share.greatest());
    }

    /** A reset may be repeated, and that call may fail again. */
    @Test
    void resetsAreCountedOnceOrTwice() {
        FaultShare share = FaultShare.of(0, 0, 0.5);
        assertEquals(1 - Math.pow(0.75, 4), share.least());
        assertEquals(0.9375, share.greatest());
    }

    @Test
    void chanceIsNoFaultAndTooManyAre() {
        FaultShare share = FaultShare.of(0.02, 0.01, 0);
        assertTrue(share.explains(1_147, 10_000), "as predicted");
        assertTrue(share.explains(1_250, 10_000) && share.explains(1_050, 10_000), "within four deviations of 0.32 %");
        assertTrue(!share.explains(1_300, 10_000) && !share.explains(1_000, 10_000), "beyond");
    }
}
