package advise;

import common.law.LittlesLaw.Station;

/** What random (Poisson) arrivals mean for a resource. */
final class RandomArrivals {
    /** The quantile 0.999 of the normal distribution. */
    private static final double DEVIATIONS = 3.09;
    /** The next term of the expansion by Cornish and Fisher (1938), because a Poisson distribution is skewed. */
    private static final double SKEW = (DEVIATIONS * DEVIATIONS - 1) / 6;

    private RandomArrivals() {
    }

    /** How many must be there so that one is free 99.9 % of the time; one more or one fewer for some numbers. */
    static double oneIsFree(double busy) {
        return Math.ceil(busy + DEVIATIONS * Math.sqrt(busy) + SKEW + 0.1);
    }

    /**
     * The mean wait in seconds, for exponential service times. A. K. Erlang's C formula (1917), with his recursion for
     * the B formula.
     */
    static double meanWait(double rate, Station station) {
        double offered = rate * station.held();
        double lost = 1;
        for (int i = 1; i <= station.many(); i++) {
            lost = offered * lost / (i + offered * lost);
        }
        double waits = station.many() * lost / (station.many() - offered * (1 - lost));
        return waits * station.held() / (station.many() - offered);
    }
}
