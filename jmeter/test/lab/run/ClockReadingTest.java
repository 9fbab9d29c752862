package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

/** Another machine's clock, by questions that take their time. */
class ClockReadingTest {
    @Test
    void theMiddleCountsAndHalfTheDurationIsTheError() {
        assertEquals(new ClockReading(3_600_000, 6), ClockReading.of(1_000, 3_601_005, 1_010));
        assertEquals(new ClockReading(-500, 1), ClockReading.of(1_000, 500, 1_000));
    }

    @Test
    void theQuickestQuestionCounts() {
        ClockReading quick = new ClockReading(5, 2);
        assertEquals(quick, ClockReading.best(List.of(new ClockReading(9, 20), quick, new ClockReading(4, 3))));
    }

    /** A slow answer later contradicts nothing; one that cannot be explained by its own error does. */
    @Test
    void driftIsWhatTheErrorsOfBothDoNotExplain() {
        ClockReading first = new ClockReading(5, 2);
        assertEquals(2.0, first.errorBeside(new ClockReading(60, 80)));
        assertEquals(2.0 + 36, first.errorBeside(new ClockReading(46, 3)));
        assertEquals(2.0 + 36, first.errorBeside(new ClockReading(-36, 3)), "back");
    }
}
