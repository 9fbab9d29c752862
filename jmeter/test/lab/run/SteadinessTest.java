package lab.run;

import static testing.Assertions.assertEquals;

import lab.define.Load;
import lab.define.Prediction;
import testing.Test;

/** The span over which a warm-up is compared with itself. */
class SteadinessTest {
    @Test
    void isAMultipleOfTheTimeInFlight() {
        Load load = Load.closed("/meetings", 1000);
        double period = Steadiness.period(load, new Prediction(190.658, 5.245, 200, "threads"));
        assertEquals(1049L, Math.round(period), "200 at once, 190.658 a second");
        assertEquals(2098L, Steadiness.span(period, false), "two of them are above two seconds");
        assertEquals(2000L, Steadiness.span(50, false), "forty of 50 ms");
        assertEquals(1049L, Steadiness.span(1049, true), "only the load has to become steady");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.NONE), false), "nothing known");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.CPU_BOUND), false), "no waiting");
        assertEquals(0L, Math.round(Steadiness.period(Load.open("/meetings", 100),
                new Prediction(100, 1.049, 104.9, "arrivals"))), "no rhythm");
    }
}
