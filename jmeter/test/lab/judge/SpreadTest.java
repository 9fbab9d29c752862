package lab.judge;

import static testing.Assertions.assertEquals;

import testing.Test;

/** Median and range. */
class SpreadTest {
    @Test
    void ofKnownValues() {
        assertEquals(new Spread(2, 1, 9, 3), Spread.of(9, 1, 2), "odd");
        assertEquals(new Spread(2.5, 1, 9, 4), Spread.of(9, 1, 2, 3), "even: between the two middle ones");
        assertEquals(new Spread(7, 7, 7, 1), Spread.of(7), "one");
        assertEquals(new Spread(4, 3, 5, 2), Spread.of(3, Double.NaN, 5), "what was not measured doesn't count");
        assertEquals(false, Spread.of(Double.NaN).isKnown(), "nothing measured");
    }
}
