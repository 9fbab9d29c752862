package advise;

import common.law.LittlesLaw.Station;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * @param count 0 if there is no such resource
 * @param kept for how many seconds a request keeps a thread, core, permit or carrier; NaN if unknown
 */
record Resource(Kind kind, int count, double kept) {
    private static final double FULL = 0.95;
    private static final double NOTABLE = 0.01;
    /** Above this number of busy threads, the normal distribution approximates the Poisson distribution. */
    private static final double SUMMED = 100_000;
    private static final double PROBABILITY = 0.999;
    /** The quantile of the normal distribution for {@link #PROBABILITY}. */
    private static final double DEVIATIONS = 3.09;

    enum Kind {
        THREADS("thread", "story", "a comparison of virtual threads with a pool that is too small"),
        CORES("core", "cpu-bound", "requests that compute, on several kinds of threads"),
        PERMITS("permit", "database-permits", "how each mode treats requests that wait for a permit"),
        CARRIERS("carrier", "pinned", "waits that pin the carrier");

        final String one;
        final String several;
        final String experiment;
        final String shows;

        Kind(String one, String experiment, String shows) {
            this.one = one;
            this.several = one + 's';
            this.experiment = experiment;
            this.shows = shows;
        }

        String count(double count) {
            return Quantity.number(count) + ' ' + (count == 1 ? one : several);
        }
    }

    static List<Resource> known(ServiceFigures figures, Kind... kinds) {
        return Stream.of(kinds).map(kind -> switch (kind) {
            case THREADS -> new Resource(kind, figures.threads(), figures.latency());
            case CORES -> new Resource(kind, figures.cores(), figures.cpu());
            case PERMITS -> new Resource(kind, figures.permits(), figures.held());
            case CARRIERS -> new Resource(kind, figures.cores(), figures.onCarrier());
        }).filter(each -> each.count > 0 && each.kept > 0).sorted(Comparator.comparingDouble(Resource::most)).toList();
    }

    static double answered(double rate, List<Resource> resources) {
        return resources.isEmpty() ? rate : Math.min(rate, resources.getFirst().most());
    }

    double most() {
        return new Station(kind.several, count, kept).throughput();
    }

    double utilization(double rate) {
        return rate / most();
    }

    boolean isFull(double rate) {
        return utilization(rate) >= FULL;
    }

    /**
     * The mean wait in seconds, for Poisson arrivals and exponential service times.
     * A. K. Erlang's C formula (1917), with his recursion for the B formula.
     */
    double meanWait(double rate) {
        double offered = rate * kept;
        if (offered >= count) {
            return Double.POSITIVE_INFINITY;
        }
        double lost = 1;
        for (int i = 1; i <= count; i++) {
            lost = offered * lost / (i + offered * lost);
        }
        double waits = count * lost / (count - offered * (1 - lost));
        return waits * kept / (count - offered);
    }

    boolean keepsWaiting(ServiceFigures figures) {
        return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
    }

    /** The number needed so that one is free 99.9 % of the time, with Poisson arrivals. */
    static double toHaveOneFree(double busy) {
        if (busy > SUMMED) {
            return Math.ceil(busy + DEVIATIONS * Math.sqrt(busy)) + 1;
        }
        double logarithm = -busy;
        double atMost = Math.exp(logarithm);
        int count = 0;
        while (atMost < PROBABILITY) {
            count++;
            logarithm += Math.log(busy / count);
            atMost += Math.exp(logarithm);
        }
        return count + 1;
    }
}
