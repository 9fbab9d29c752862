package load;

import java.util.Random;

/**
 * When JMeter's Open Model Thread Group is to send each of its random arrivals, in milliseconds after the test's start.
 * JMeter draws all of them, as many as rate × duration, before it sends the first (PoissonArrivalsRamp, the same from
 * 5.5 to 5.6.3), and its generator is the JDK's, so the seed alone gives the same ones again. Immutable.
 */
public record ArrivalSchedule(double rate, long seconds, long seed) {

    /** Ascending; the first is JMeter's thread 1. */
    long[] millis() {
        Random random = new Random(seed);
        return random.doubles((int) (rate * seconds)).map(share -> share * seconds).sorted()
                .mapToLong(second -> Math.round(1e3 * second)).toArray();
    }
}
