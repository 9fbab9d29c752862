package lab.judge;

import static testing.Assertions.assertEquals;

import testing.Test;

/** Three digits that count. */
class NumbersTest {
    @Test
    void ofEachSize() {
        Object[][] table = {{0.0, "0"}, {0.951, "0.95"}, {1.0, "1"}, {5.678, "5.68"}, {9.999, "10.0"}, {76.14, "76.1"},
                {99.96, "100"},
            {383.4, "383"}, {1234.5, "1,235"}, {3813154.0, "3,813,154"}, {-0.5, "-0.50"}, {Double.NaN, "n/a"},
            {Double.POSITIVE_INFINITY, "∞"}};
        for (Object[] row : table) {
            assertEquals(row[1], Numbers.text((Double) row[0]), "of " + row[0]);
        }
        assertEquals("97.5 %", Numbers.percent(0.975));
        assertEquals("n/a", Numbers.percent(Double.NaN));
        assertEquals("0.73×", Numbers.times(0.73));
    }
}
