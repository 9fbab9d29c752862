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

    /** With the experiment that shows what comes of too few, and what that is. */
    enum Kind {
        THREADS("thread", "story", "a pool that is too small beside virtual threads"),
        CORES("core", "cpu-bound", "requests that compute, on whatever threads"),
        PERMITS("permit", "database-permits", "permits, and what each mode makes of those who wait for one"),
        CARRIERS("carrier", "pinned", "waiting that keeps the carrier");

        private final String one;
        private final String experiment;
        private final String shows;

        Kind(String one, String experiment, String shows) {
            this.one = one;
            this.experiment = experiment;
            this.shows = shows;
        }

        String one() {
            return one;
        }

        String several() {
            return one + 's';
        }

        /** {@code 1 thread}, {@code 200 threads}. */
        String count(double count) {
            return Quantity.number(count) + ' ' + (count == 1 ? one : several());
        }

        String experiment() {
            return experiment;
        }

        String shows() {
            return shows;
        }
    }

    /** Of the service as it is: the narrowest first; possibly none that is known. */
    static List<Resource> today(ServiceFigures figures) {
        return figures.hasPool() ? known(figures, Kind.CORES, Kind.PERMITS, Kind.THREADS) : ofVirtualThreads(figures);
    }

    /** Of a virtual thread for each request. */
    static List<Resource> ofVirtualThreads(ServiceFigures figures) {
        return known(figures, Kind.CORES, Kind.PERMITS, Kind.CARRIERS);
    }

    /** What limits it with whatever threads. */
    static List<Resource> shared(ServiceFigures figures) {
        return known(figures, Kind.CORES, Kind.PERMITS);
    }

    private static List<Resource> known(ServiceFigures figures, Kind... kinds) {
        return Stream.of(kinds).map(kind -> of(kind, figures)).filter(each -> each.count > 0 && each.kept > 0)
                .sorted(Comparator.comparingDouble(Resource::most)).toList();
    }

    private static Resource of(Kind kind, ServiceFigures figures) {
        return switch (kind) {
            case THREADS -> new Resource(kind, figures.threads(), figures.latency());
            case CORES -> new Resource(kind, figures.cores(), figures.cpu());
            case PERMITS -> new Resource(kind, figures.permits(), figures.held());
            case CARRIERS -> new Resource(kind, figures.cores(), figures.onCarrier());
        };
    }

    /** What comes through at last: the rate, or what the narrowest lets through. */
    static double carried(double rate, List<Resource> resources) {
        return resources.isEmpty() ? rate : Math.min(rate, resources.getFirst().most());
    }

    /** Requests a second that it lets through. */
    double most() {
        return new Station(kind.several(), count, kept).throughput();
    }

    double used(double rate) {
        return rate / most();
    }

    boolean isFull(double rate) {
        return used(rate) >= FULL;
    }

    /** Seconds that a request waits for one on average, where they come by chance. */
    double meanWait(double rate) {
        return Queueing.meanWait(count, kept, rate);
    }

    /** Whether that is worth a word beside all that the request takes. */
    boolean keepsWaiting(ServiceFigures figures) {
        return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
    }
}
