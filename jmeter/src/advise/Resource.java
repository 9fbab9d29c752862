package advise;

import common.law.LittlesLaw.Station;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that a request must have and that there is only so much of.
 *
 * @param kept seconds; NaN where that is not known, or it takes none
 */
record Resource(Kind kind, int count, double kept) {
    /** From here on it can't be told whether the rate is what arrives, or only what this lets through. */
    private static final double FULL = 0.95;
    /** A mean wait that is less than this part of the latency is none. */
    private static final double NOTABLE = 0.01;
    /** Up to so many busy threads the distribution is summed up; beyond, it is as good as normal. */
    private static final double SUMMED = 100_000;
    private static final double WANTED = 0.999;
    /** The normal distribution's quantile of it. */
    private static final double DEVIATIONS = 3.09;

    /** With the experiment that shows what comes of too few, and what that is. */
    enum Kind {
        THREADS("thread", "story", "a pool that is too small beside virtual threads"),
        CORES("core", "cpu-bound", "requests that compute, on whatever threads"),
        PERMITS("permit", "database-permits", "permits, and what each mode makes of those who wait for one"),
        CARRIERS("carrier", "pinned", "waiting that keeps the carrier");

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

        /** {@code 1 thread}, {@code 200 threads}. */
        String count(double count) {
            return Quantity.number(count) + ' ' + (count == 1 ? one : several);
        }
    }

    /** Those that are known to limit the service, the narrowest first. */
    static List<Resource> known(ServiceFigures figures, Kind... kinds) {
        return Stream.of(kinds).map(kind -> switch (kind) {
            case THREADS -> new Resource(kind, figures.threads(), figures.latency());
            case CORES -> new Resource(kind, figures.cores(), figures.cpu());
            case PERMITS -> new Resource(kind, figures.permits(), figures.held());
            case CARRIERS -> new Resource(kind, figures.cores(), figures.onCarrier());
        }).filter(each -> each.count > 0 && each.kept > 0).sorted(Comparator.comparingDouble(Resource::most)).toList();
    }

    /** What comes through at last: the rate, or what the narrowest lets through. */
    static double carried(double rate, List<Resource> resources) {
        return resources.isEmpty() ? rate : Math.min(rate, resources.getFirst().most());
    }

    /** Requests a second that it lets through. */
    double most() {
        return new Station(kind.several, count, kept).throughput();
    }

    double used(double rate) {
        return rate / most();
    }

    boolean isFull(double rate) {
        return used(rate) >= FULL;
    }

    /**
     * How long a request waits on average for one, in seconds, where requests come independent of each other (Poisson);
     * infinite where there are not enough. A. K. Erlang's C formula (1917), by his recursion for the B formula: times
     * in service vary by chance, too, so for requests that all take as long it is twice too much.
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

    /** Whether that is worth a word beside all that the request takes. */
    boolean keepsWaiting(ServiceFigures figures) {
        return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
    }

    /** How many have one free in 999 of 1,000 moments, where so many are busy on average and requests come so. */
    static double toHaveOneFree(double busy) {
        if (busy > SUMMED) {
            return Math.ceil(busy + DEVIATIONS * Math.sqrt(busy)) + 1;
        }
        double logarithm = -busy;               // of the probability that nobody is there, then one, two …
        double atMost = Math.exp(logarithm);
        int count = 0;
        while (atMost < WANTED) {
            count++;
            logarithm += Math.log(busy / count);
            atMost += Math.exp(logarithm);
        }
        return count + 1;
    }
}
