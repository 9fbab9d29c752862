package advise;

import java.util.List;
import java.util.Optional;

/**
 * What the figures come to: what lets how much through, today and with a virtual thread for each request. Immutable.
 *
 * @param today   what the service lets through as it is, the narrowest first; empty where nothing is known to limit it
 * @param virtual what a virtual thread each lets through, the narrowest first; may be empty
 */
record Advice(Figures figures, List<Bound> today, List<Bound> virtual) {
    static Advice on(Figures figures) {
        return new Advice(figures, Bound.today(figures), Bound.ofVirtualThreads(figures));
    }

    /** Requests a second that are answered today. */
    double answeredToday() {
        return Bound.carried(figures.rate(), today);
    }

    /** Requests a second that would be answered with a virtual thread each. */
    double answeredThen() {
        return Bound.carried(figures.rate(), virtual);
    }

    /** What is full today, and narrower than all else. */
    Optional<Bound> fullToday() {
        return today.stream().findFirst().filter(bound -> bound.isFull(figures.rate()));
    }

    /** The same with virtual threads. */
    Optional<Bound> fullThen() {
        return virtual.stream().findFirst().filter(bound -> bound.isFull(figures.rate()));
    }

    /** Whether more arrives than would be answered with virtual threads. */
    boolean isTooMuchThen() {
        return answeredThen() < figures.rate();
    }

    /** Whether requests wait for a thread today. */
    boolean queuesForThreads() {
        return today.stream().filter(bound -> bound.what() == Bound.What.THREADS)
                .anyMatch(bound -> bound.isFull(figures.rate()) || bound.keepsWaiting(figures));
    }

    /** What the case is about: what is full with virtual threads too, else what only the pool is short of. */
    Case kind() {
        return fullThen().or(this::fullToday).map(bound -> bound.what().shortage()).orElse(Case.NOTHING);
    }
}
