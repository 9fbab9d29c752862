package common.io;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The moment by which a connection's present step must be over. Whoever works on the step {@linkplain #set sets} and
 * {@linkplain #clear clears} it; another thread, or the event loop between two events, {@linkplain #check checks} it
 * and acts when it has passed.
 *
 * <p>This exists because {@code setSoTimeout} makes every read of a virtual thread a timed park, with an entry in a
 * timer's queue for each.
 *
 * <p>Exactly one side ends a step: both {@link #clear} and a {@link #check} that finds it late swap the moment for NONE
 * atomically, and only one of them can find a moment there. So whoever has cleared a deadline in time can be sure that
 * its action does not strike in the middle of the next step.
 */
public final class Deadline {
    /**
     * How often deadlines are checked: they act up to so many milliseconds late. Every 50 ms, checking thousands took a
     * seventh of an event loop's time. Tests, which wait for deadlines, have them checked more often.
     */
    static final long CHECK_MILLIS = Long.getLong("deadline.check.millis", 500);

    // states of `at`: NONE -> a System.nanoTime (set) -> NONE (clear, or a check that finds it late)
    private static final long NONE = Long.MIN_VALUE;

    /** No AtomicLong: every connection has three of these, and all are looked at twice a second. */
    private static final AtomicLongFieldUpdater<Deadline> AT =
            AtomicLongFieldUpdater.newUpdater(Deadline.class, "at");

    private volatile long at = NONE;
    private final Runnable onPassed;
    private volatile boolean passed;      // written before the action, so whom the action wakes sees it

    /** @param onPassed wakes or closes what is late; runs on the thread that checks, and must not block */
    public Deadline(Runnable onPassed) {
        this.onPassed = onPassed;
    }

    /** Begins a step that must be over in so many milliseconds from now. A check sees it soon, not at once. */
    public void set(long millis) {
        AT.lazySet(this, System.nanoTime() + millis * 1_000_000);
    }

    /**
     * The step is over.
     *
     * @return false if there is no deadline to clear: a check has found it late, and its action runs or has run
     */
    public boolean clear() {
        return AT.getAndSet(this, NONE) != NONE;
    }

    /** Whether a step was late. Stays true. */
    public boolean hasPassed() {
        return passed;
    }

    /** Acts if the deadline has passed by {@code now}, a {@link System#nanoTime}. */
    public void check(long now) {
        long moment = at;
        if (moment != NONE && now - moment >= 0 && AT.compareAndSet(this, moment, NONE)) {
            passed = true;
            onPassed.run();
        }
    }
}
