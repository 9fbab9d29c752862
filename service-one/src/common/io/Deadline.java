package common.io;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The moment by which the present step of a connection must be over. The thread that works on the step {@linkplain #set
 * sets} and {@linkplain #clear clears} it. Another thread, or the event loop between two events, {@linkplain #check
 * checks} the moment and acts if it has passed.
 *
 * <p>{@code setSoTimeout} would make every read of a virtual thread a timed park, each with an entry in a timer queue.
 *
 * <p>Exactly one side ends a step: {@link #clear}, and a {@link #check} that finds it late, both swap the moment for
 * NONE atomically, so only one of them can find a moment there. If a thread has cleared a deadline in time, the action
 * cannot hit that thread's next step.
 */
public final class Deadline {
    /**
     * How often deadlines are checked. An action may run up to this many milliseconds late. Checking thousands every
     * 50 ms took a seventh of an event loop's time. Tests wait for deadlines, so they check more often.
     */
    static final long CHECK_MILLIS = Long.getLong("deadline.check.millis", 500);

    // states of `at`: NONE -> a System.nanoTime (set) -> NONE (clear, or a check that finds it late)
    private static final long NONE = Long.MIN_VALUE;

    /**
     * Not an AtomicLong, which would be another object: every connection has three deadlines, and all are checked twice
     * a second.
     */
    private static final AtomicLongFieldUpdater<Deadline> AT =
            AtomicLongFieldUpdater.newUpdater(Deadline.class, "at");

    private volatile long at = NONE;
    private final Runnable onPassed;
    private volatile boolean passed;      // written before the action, so the thread that the action wakes sees it

    /** @param onPassed the action that wakes or closes whatever is late; runs on the checking thread, must not block */
    public Deadline(Runnable onPassed) {
        this.onPassed = onPassed;
    }

    /** Begins a step that must be over within this many milliseconds. */
    public void set(long millis) {
        AT.lazySet(this, System.nanoTime() + millis * 1_000_000);
    }

    /**
     * Ends the step.
     *
     * @return false if a check has found the deadline late, so that its action runs or has run, or if none was set
     */
    public boolean clear() {
        return AT.getAndSet(this, NONE) != NONE;
    }

    /** Whether a check has found any step late. */
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
