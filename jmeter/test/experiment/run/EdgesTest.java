package experiment.run;

import static testing.Assertions.assertEquals;

import testing.Test;

/** A window holds whole times in flight. */
class EdgesTest {
    @Test
    void endsAfterAWholeNumberOfTimes() {
        assertEquals(new Edges(1000, 1000 + 19 * 102), Edges.wholeTimes(1000, 3000, 102), "19.6 times 102 ms");
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, 100), "20 times");
    }

    @Test
    void isLeftAloneWhereNoTimeFits() {
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, 2500), "longer than the window");
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, Double.NaN), "not known");
    }
}
