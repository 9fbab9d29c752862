package lab.run;

import static testing.Assertions.assertTrue;

import lab.judge.Run.Yardsticks;
import testing.Test;

/** The arithmetic is done, and not compiled away; no sleep ends early; a byte does not travel for nothing. */
class YardstickProbeTest {
    @Test
    void allTakeTime() throws Exception {
        Yardsticks yardsticks = YardstickProbe.ask();
        assertTrue(yardsticks.arithmetic() > 0.001,
                "five million steps that need each other take more than a millisecond: " + yardsticks);
        assertTrue(yardsticks.roundTrip() > 0.000_001, "four system calls and two wake-ups: " + yardsticks);
        assertTrue(yardsticks.lateness() >= 0, "a sleep lasts as long as it was asked to: " + yardsticks);
    }
}
