package lab.run;

import static testing.Assertions.assertEquals;

import testing.Test;

/** What lies between readings. */
class SeriesTest {
    private final Series<Double> series = new Series<>();

    @Test
    void aMomentIsOnTheLineBetweenTheReadingsAroundIt() {
        series.add(1_000, 2.0);
        series.add(2_000, 4.0);
        series.add(2_000, 9.0);
        assertEquals(3.0, series.at(value -> value, 1_500));
        assertEquals(4.0, series.at(value -> value, 2_000), "the first of two");
        series.add(2_100, 14.0);
        assertEquals(9.0, series.at(value -> value, 2_050), "a group of answers that a line to 3,000 would spread");
        assertEquals(6.0, series.between(value -> value, 1_500, 2_050));
        assertEquals(2.0, series.at(value -> value, 0), "before the first nothing changes");
        assertEquals(14.0, series.at(value -> value, 9_000), "nor after the last");
    }
}
