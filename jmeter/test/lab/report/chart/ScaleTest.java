package lab.report.chart;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

/** Where values are on an axis, and where its ticks are. */
class ScaleTest {
    @Test
    void aLinearOneBeginsAtZeroAndEndsRound() {
        Scale scale = Scale.linear(383, 0, 100);
        assertEquals(List.of(0.0, 100.0, 200.0, 300.0, 400.0), scale.ticks());
        assertEquals(50.0, scale.at(200));
        assertEquals(100.0, scale.at(1000), "beyond its end");
    }

    @Test
    void aLogarithmicOneHasTicksAtOneTwoFive() {
        Scale scale = Scale.fitting(1049, 22_000, 0, 100);
        assertEquals(true, scale.logarithmic());
        assertEquals(List.of(1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0), scale.ticks());
        assertEquals(0.0, scale.at(1), "below its beginning");
    }

    @Test
    void valuesCloseTogetherShareALinearOne() {
        assertEquals(false, Scale.fitting(50, 900, 0, 100).logarithmic(), "18 times as much");
        assertEquals(false, Scale.fitting(0, 900, 0, 100).logarithmic(), "zero has no logarithm");
    }

    @Test
    void oneAroundValuesNeedNotBeginAtZero() {
        assertEquals(List.of(1040.0, 1060.0, 1080.0, 1100.0), Scale.around(1049, 1098, 0, 100).ticks());
    }
}
