package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

/** What lies between readings. */
class SeriesTest {
    private record Reading(long millis, double value) {
    }

    private static Series<Reading> of(Reading... readings) {
        Series<Reading> series = new Series<>(Reading::millis);
        List.of(readings).forEach(series::add);
        return series;
    }

    @Test
    void aMomentBetweenTwoReadingsIsOnTheLineBetweenThem() {
        Series<Reading> series = of(new Reading(1_000, 2), new Reading(2_000, 4), new Reading(2_100, 14));
        assertEquals(3.0, series.at(Reading::value, 1_500));
        assertEquals(9.0, series.at(Reading::value, 2_050), "a group of answers that a line to 3,000 would spread");
        assertEquals(6.0, series.between(Reading::value, 1_500, 2_050));
    }

    @Test
    void beforeTheFirstAndAfterTheLastNothingChanges() {
        Series<Reading> series = of(new Reading(1_000, 2), new Reading(2_000, 4));
        assertEquals(2.0, series.at(Reading::value, 0));
        assertEquals(4.0, series.at(Reading::value, 9_000));
        assertEquals(1.0, of(new Reading(1_000, 1), new Reading(1_000, 2)).at(Reading::value, 1_000), "the earlier");
    }
}
