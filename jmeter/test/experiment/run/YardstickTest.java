package experiment.run;

import static testing.Assertions.assertTrue;

import testing.Test;

/** The arithmetic is done, and not compiled away. */
class YardstickTest {
    @Test
    void takesTime() {
        double seconds = Yardstick.seconds();
        assertTrue(seconds > 0.001, "five million steps that need each other take more than a millisecond: " + seconds);
    }
}
