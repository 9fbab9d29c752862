package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.stream.LongStream;
import testing.Test;

/** The distance of arrivals from random ones: small for those that are, large for those that are not. */
class GapsTest {
    private static final double[] RATES = {20, 150, 240, 1000, 3000};
    /** Beyond this, once in a thousand runs by chance. */
    private static final double CHANCE = 1.95;

    private static double distance(long[] sent, double rate) {
        int each = Gaps.arrivals(rate);
        return Gaps.distance(Gaps.between(sent, each), each, rate);
    }

    private static double byChance(long[] sent, double rate) {
        return CHANCE / Math.sqrt(Gaps.between(sent, Gaps.arrivals(rate)).length);
    }

    /** In the JTL's whole milliseconds, which are a fifth of the mean gap at 200/s, and three of them at 3,000/s. */
    @Test
    void randomArrivalsDifferByNoMoreThanChance() {
        for (double rate : RATES) {
            int beyond = 0;
            for (int seed = 1; seed <= 100; seed++) {
                long[] sent = new ArrivalSchedule(rate, 20, seed).millis();
                beyond += distance(sent, rate) > byChance(sent, rate) ? 1 : 0;
            }
            assertTrue(beyond <= 2, beyond + " of 100 at " + rate + "/s are beyond what one in a thousand is");
        }
    }

    @Test
    void arrivalsAtEqualDistancesDiffer() {
        for (double rate : RATES) {
            long[] sent = LongStream.range(0, (long) (20 * rate)).map(i -> (long) (1e3 * i / rate)).toArray();
            assertTrue(distance(sent, rate) - byChance(sent, rate) > 0.2, "even arrivals at " + rate + "/s: "
                    + distance(sent, rate));
        }
    }

    /** As a generator sends that wakes up every 50 ms. */
    @Test
    void arrivalsInGroupsDiffer() {
        for (double rate : new double[] {150, 240, 1000}) {
            long[] sent = LongStream.of(new ArrivalSchedule(rate, 20, 42).millis()).map(at -> 50 * (at / 50 + 1))
                    .toArray();
            assertTrue(distance(sent, rate) - byChance(sent, rate) > 0.1, "groups at " + rate + "/s: "
                    + distance(sent, rate));
        }
    }

    /** Three gaps of 10 ms at 100/s: none of them is recorded as less, and the probability of that is 0.61. */
    @Test
    void theDistanceIsTheGreatestBelowOrAboveAStep() {
        double below = 1 - 100 * (Math.exp(-0.9) - Math.exp(-1.0)) / 10;
        assertTrue(Math.abs(distance(new long[] {0, 10, 20, 30}, 100) - below) < 1e-6, "not " + below);
    }

    @Test
    void withoutGapsNothingIsKnown() {
        assertEquals(Double.NaN, distance(new long[0], 100), "no arrival");
        assertEquals(Double.NaN, distance(new long[] {7}, 100), "one");
    }
}
