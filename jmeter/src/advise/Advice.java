package advise;

import common.law.LittlesLaw.Station;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the figures come to: what lets how much through, today and with a virtual thread for each request, and the pool
 * that it would take.
 *
 * @param today   what the service must have as it is, the narrowest first; empty where nothing is known to limit it
 * @param virtual what it must have with virtual threads, the narrowest first; may be empty
 * @param shared  what it must have with whatever threads, the narrowest first; may be empty
 */
record Advice(ServiceFigures figures, List<Resource> today, List<Resource> virtual, List<Resource> shared) {
    /** What there may be too little of, with the experiment that shows what comes of that, and what that is. */
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

        private static Resource of(Kind kind, ServiceFigures figures) {
            return switch (kind) {
                case THREADS -> new Resource(kind, figures.threads(), figures.latency());
                case CORES -> new Resource(kind, figures.cores(), figures.cpu());
                case PERMITS -> new Resource(kind, figures.permits(), figures.held());
                case CARRIERS -> new Resource(kind, figures.cores(), figures.onCarrier());
            };
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

        /** Seconds that a request waits for one on average, where they come by chance. */
        double meanWait(double rate) {
            return Queueing.meanWait(count, kept, rate);
        }

        /** Whether that is worth a word beside all that the request takes. */
        boolean keepsWaiting(ServiceFigures figures) {
            return !figures.isClosed() && meanWait(figures.rate()) >= NOTABLE * figures.latency();
        }
    }

    static Advice on(ServiceFigures figures) {
        List<Resource> virtual = known(figures, Kind.CORES, Kind.PERMITS, Kind.CARRIERS);
        return new Advice(figures, figures.hasPool() ? known(figures, Kind.CORES, Kind.PERMITS, Kind.THREADS) : virtual,
                virtual, known(figures, Kind.CORES, Kind.PERMITS));
    }

    private static List<Resource> known(ServiceFigures figures, Kind... kinds) {
        return Stream.of(kinds).map(kind -> Resource.of(kind, figures)).filter(each -> each.count > 0 && each.kept > 0)
                .sorted(Comparator.comparingDouble(Resource::most)).toList();
    }

    /** What comes through at last: the rate, or what the narrowest lets through. */
    private double carried(List<Resource> resources) {
        return resources.isEmpty() ? figures.rate() : Math.min(figures.rate(), resources.getFirst().most());
    }

    /** Requests a second that are answered today. */
    double answeredToday() {
        return carried(today);
    }

    /** Requests a second that would be answered with a virtual thread each. */
    double answeredThen() {
        return carried(virtual);
    }

    /** Requests a second that are answered with as many threads as it takes, of whatever kind. */
    double answeredByAnyPool() {
        return carried(shared);
    }

    /** What is full today, and narrower than all else. */
    Optional<Kind> fullToday() {
        return full(today);
    }

    /** The same with virtual threads. */
    Optional<Kind> fullThen() {
        return full(virtual);
    }

    private Optional<Kind> full(List<Resource> resources) {
        return resources.stream().findFirst().filter(resource -> resource.isFull(figures.rate())).map(Resource::kind);
    }

    /** What is full with virtual threads too, else what only the pool is short of; empty where nothing is. */
    Optional<Kind> shortage() {
        return fullThen().or(this::fullToday);
    }

    /** Whether more arrives than would be answered with virtual threads. */
    boolean isTooMuchThen() {
        return answeredThen() < figures.rate();
    }

    /** Whether more arrives than any number of threads would answer: a larger pool would only wait for the cores. */
    boolean isTooMuchForAnyPool() {
        return answeredByAnyPool() < figures.rate();
    }

    /** Whether requests wait for a thread today. */
    boolean queuesForThreads() {
        return today.stream().anyMatch(each -> each.kind == Kind.THREADS
                && (each.isFull(figures.rate()) || each.keepsWaiting(figures)));
    }

    /** In flight on average, and so busy threads, by Little's law. */
    double busy() {
        return answeredByAnyPool() * figures.latency();
    }

    /** Threads that have one free in 999 of 1,000 moments, where requests come by chance. */
    double threadsForChance() {
        return Queueing.threadsToHaveOneFree(busy());
    }

    /** Threads for all that the cores and permits let through. */
    double threadsNeeded() {
        if (isTooMuchForAnyPool()) {
            return Quantity.whole(busy());
        }
        return figures.isClosed() ? Quantity.whole(figures.users()) : threadsForChance();
    }
}
