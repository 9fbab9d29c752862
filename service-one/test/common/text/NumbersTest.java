package common.text;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

class NumbersTest {
    @Test
    void numbersHaveThreeSignificantDigitsAndCommas() {
        assertEquals("0.95 9.99 10.0 76.1 100 1,234 7 n/a ∞", String.join(" ", List.of(0.95, 9.99, 9.996, 76.123,
                99.96, 1234.4, 7.0, Double.NaN, Double.POSITIVE_INFINITY).stream().map(Numbers::text).toList()));
    }

    @Test
    void sharesAreInPercentAndRatiosHaveTheirSign() {
        assertEquals("99.0 %", Numbers.percent(0.99));
        assertEquals("7 %", Numbers.percent(0.07, 0));
        assertEquals("n/a", Numbers.percent(Double.NaN));
        assertEquals("n/a", Numbers.percent(Double.POSITIVE_INFINITY));
        assertEquals("0.73×", Numbers.times(0.73));
        assertEquals("1.00×", Numbers.times(1));
        assertEquals("12.3×", Numbers.times(12.34));
    }
}
