package text;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

class NumbersTest {
    @Test
    void numbersAreRoundedToThreeDigitsOrToWholeNumbersWithCommas() {
        assertEquals("0.95 9.99 10.0 76.1 100 1,234 7 n/a ∞", String.join(" ", List.of(0.95, 9.99, 9.996, 76.123,
                99.96, 1234.4, 7.0, Double.NaN, Double.POSITIVE_INFINITY).stream().map(Numbers::text).toList()));
    }

    @Test
    void digitsAreFewerFromTenAndFromAHundredOn() {
        assertEquals("9.99 10.0 99.9 100 -9.99 -10.0 -99.9 -100 0 -7", String.join(" ", List.of(9.994, 9.996, 99.94,
                99.96, -9.994, -9.996, -99.94, -99.96, 0.0, -7.0).stream().map(Numbers::text).toList()));
        assertEquals("9.99 10.0 -9.99 -10.0 n/a", String.join(" ", List.of(9.994, 9.996, -9.994, -9.996, Double.NaN)
                .stream().map(Numbers::ratio).toList()));
    }

    @Test
    void sharesAreInPercentAndRatiosEndWithATimesSign() {
        assertEquals("99.0 %, 7 %, n/a, n/a", String.join(", ", Numbers.percent(0.99), Numbers.percent(0.07, 0),
                Numbers.percent(Double.NaN), Numbers.percent(Double.POSITIVE_INFINITY)));
        assertEquals("0.73×, 1.00×, 12.3×", String.join(", ", Numbers.times(0.73), Numbers.times(1),
                Numbers.times(12.34)));
    }
}
