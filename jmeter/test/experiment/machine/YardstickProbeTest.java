package experiment.machine;

import static testing.Assertions.assertTrue;

import experiment.statistics.Yardsticks;
import testing.Test;

/** The arithmetic is done, and not compiled away; no sleep ends early. */
class YardstickProbeTest {
    @Test
    void bothTakeTime() throws Exception {
        Yardsticks yardsticks = YardstickProbe.ask();
        assertTrue(yardsticks.arithmetic() > 0.001,
                "five million steps that need each other take more than a millisecond: " + yardsticks);
        assertTrue(yardsticks.lateness() >= 0, "a sleep lasts as long as it was asked to: " + yardsticks);
    }
}
