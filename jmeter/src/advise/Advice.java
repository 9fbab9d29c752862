package advise;

import java.util.List;
import java.util.Optional;

/**
 * What the figures come to: what lets how much through, today and with a virtual thread for each request, and the pool
 * that it would take.
 *
 * @param today   what the service must have as it is, the narrowest first; empty where nothing is known to limit it
 * @param virtual what it must have with virtual threads, the narrowest first; may be empty
 */
record Advice(ServiceFigures figures, List<Resource> today, List<Resource> virtual) {
    /** What it is about, and the experiment that shows it. */
    enum Case {
        THREADS("story", "a pool that is too small beside virtual threads"),
        PERMITS("database-permits", "permits, and what each mode makes of those who wait for one"),
        CPU("cpu-bound", "requests that compute, on whatever threads"),
        CARRIERS("pinned", "waiting that keeps the carrier"),
        NOTHING("story --users 100", "a load for which there are threads enough");

        private final String experiment;
        private final String shows;

        Case(String experiment, String shows) {
            this.experiment = experiment;
            this.shows = shows;
        }

        /** Its name, and what {@code ./run.sh compare} is to be told beside that. */
        String experiment() {
            return experiment;
        }

        String shows() {
            return shows;
        }
    }

    static Advice on(ServiceFigures figures) {
        return new Advice(figures, Resource.today(figures), Resource.ofVirtualThreads(figures));
    }

    /** Requests a second that are answered today. */
    double answeredToday() {
        return Resource.carried(figures.rate(), today);
    }

    /** Requests a second that would be answered with a virtual thread each. */
    double answeredThen() {
        return Resource.carried(figures.rate(), virtual);
    }

    /** What is full today, and narrower than all else. */
    Optional<Resource> fullToday() {
        return today.stream().findFirst().filter(resource -> resource.isFull(figures.rate()));
    }

    /** The same with virtual threads. */
    Optional<Resource> fullThen() {
        return virtual.stream().findFirst().filter(resource -> resource.isFull(figures.rate()));
    }

    /** Whether more arrives than would be answered with virtual threads. */
    boolean isTooMuchThen() {
        return answeredThen() < figures.rate();
    }

    /** Whether requests wait for a thread today. */
    boolean queuesForThreads() {
        return today.stream().filter(resource -> resource.kind() == Resource.Kind.THREADS)
                .anyMatch(threads -> threads.isFull(figures.rate()) || threads.keepsWaiting(figures));
    }

    /** What the case is about: what is full with virtual threads too, else what only the pool is short of. */
    Case kind() {
        return fullThen().or(this::fullToday).map(resource -> resource.kind().shortage()).orElse(Case.NOTHING);
    }

    /** Requests a second that are answered with as many threads as it takes, of whatever kind. */
    double answeredByAnyPool() {
        return Resource.carried(figures.rate(), Resource.shared(figures));
    }

    /** Whether more arrives than any number of threads would answer: a larger pool would only wait for the cores. */
    boolean isTooMuchForAnyPool() {
        return answeredByAnyPool() < figures.rate();
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
