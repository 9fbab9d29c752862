package experiment;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Test;

class PercentilesTest {
    @Test
    void theFewestValuesWithAnIntervalAreThoseThatASearchFromOneFinds() {
        for (double percent : new double[] {0.1, 1, 5, 25, 50, 66.6, 75, 79.3, 79.4, 90, 95, 99, 99.9, 99.99}) {
            long fewest = LongStream.iterate(1, n -> n + 1).filter(n -> Percentiles.hasInterval(n, percent))
                    .findFirst().orElseThrow();
            assertEquals(fewest, Percentiles.least(percent), "for " + percent + " %");
        }
    }
}
