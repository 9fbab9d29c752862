package lab.bench;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import lab.judge.Run.Tick;
import testing.Test;

/** From when on a request costs what it goes on costing. */
class SteadyCostTest {
    private static final int WINDOW = 4;
    private static final long ANSWERS = 1_000;

    /** A tick each second, with so many microseconds per request; the last four are the measured window. */
    private static List<Tick> ticks(double... micros) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < micros.length; i++) {
            ticks.add(new Tick(i + 1.0 - (micros.length - WINDOW), 1, micros[i] * ANSWERS / 1e6, 0, 0, ANSWERS, 1_050,
                    0, 0));
        }
        return ticks;
    }

    @Test
    void fromTheFirstSpanAfterWhichAllAreNearTheWindow() {
        SteadyCost cost = SteadyCost.of(ticks(900, 600, 300, 115, 105, 105, 100, 100, 100, 100));
        assertEquals(3.0, cost.after(), "115, 105, 105 is the first span within 10 %");
        assertEquals(600.0, round(cost.first()), "the mean of the first three");
        assertEquals(100.0, round(cost.last()), "the window's");
    }

    @Test
    void oneThatLeavesAgainIsNotSteadyBefore() {
        assertEquals(6.0, SteadyCost.of(ticks(100, 100, 100, 100, 200, 200, 100, 100, 100, 100)).after());
    }

    @Test
    void cheaperThanTheWindowIsNotSteadyEither() {
        assertEquals(3.0, SteadyCost.of(ticks(50, 50, 50, 100, 100, 100, 100)).after());
    }

    @Test
    void oneThatStillMovesAtTheEndIsNotSteady() {
        assertEquals(Double.POSITIVE_INFINITY, SteadyCost.of(ticks(900, 800, 700, 600, 500, 400, 300)).after());
    }

    @Test
    void secondsBeforeTheFirstAnswerDoNotCount() {
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(-9, 1, 0.5, 0, 0, 0, Double.NaN, 0, 0)));
        ticks.addAll(ticks(100, 100, 100, 100, 100));
        assertEquals(0.0, SteadyCost.of(ticks).after(), "starting is no cost of a request");
        assertEquals(100.0, round(SteadyCost.of(ticks).first()));
    }

    @Test
    void tooLittleCpuTimeTellsNothing() {
        assertEquals(SteadyCost.UNKNOWN, SteadyCost.of(ticks(9, 9, 9, 9, 9, 9)));
        assertEquals(SteadyCost.UNKNOWN, SteadyCost.of(List.of()), "nor a load that nothing answered");
    }

    private static double round(double value) {
        return Math.round(value * 1e6) / 1e6;
    }
}
