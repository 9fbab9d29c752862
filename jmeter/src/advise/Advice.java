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

    /** What is full with virtual threads too, else what only the pool is short of; empty where nothing is. */
    Optional<Resource.Kind> shortage() {
        return fullThen().or(this::fullToday).map(Resource::kind);
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
