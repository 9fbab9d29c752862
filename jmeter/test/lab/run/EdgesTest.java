package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

/** A window holds an even number of whole times in flight, or of whole bursts. */
class EdgesTest {
    @Test
    void endsAfterAnEvenNumberOfTimes() {
        assertEquals(new Edges(1000, 1000 + 18 * 102), Edges.wholeTimes(1000, 3000, 102), "19.6 times 102 ms");
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, 100), "20 times");
        assertEquals(new Edges(1000, 2200), Edges.wholeTimes(1000, 3000, 1200), "one is better than none");
    }

    @Test
    void beginsAndEndsBetweenBursts() {
        List<Long> starts = List.of(100L, 200L, 300L, 400L);
        assertEquals(new Edges(100, 300), Edges.wholeBursts(50, 450, starts), "an even number");
        assertEquals(new Edges(200, 300), Edges.wholeBursts(150, 399, starts),
                "the one from 300 on is not over at 399");
        assertEquals(new Edges(150, 250), Edges.wholeBursts(150, 250, starts), "none is whole: the window as it is");
        assertEquals(new Edges(150, 250), Edges.wholeBursts(150, 250, List.of()), "none at all");
    }

    @Test
    void isLeftAloneWhereNoTimeFits() {
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, 2500), "longer than the window");
        assertEquals(new Edges(1000, 3000), Edges.wholeTimes(1000, 3000, Double.NaN), "not known");
    }
}
