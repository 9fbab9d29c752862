package common.io;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The moment by which a step of a connection must be over. The thread that works on the step {@linkplain #set sets} and
 * {@linkplain #clear clears} it. An event loop {@linkplain #check checks} it and acts if it has passed. The
 * alternative, {@code setSoTimeout}, would put a timer into a queue for each read on a virtual thread.
 *
 * <p>{@link #clear} and {@link #check} both swap the moment for NONE atomically. If clear comes first, the action
 * cannot hit the thread's next step.
 */
public final class Deadline {
    /** The time between two checks. Tests check more often. */
    static final long CHECK_MILLIS = Long.getLong("deadline.check.millis", 500);

    // states of `at`: NONE -> a System.nanoTime (set) -> NONE (clear, or a check that finds it late)
    private static final long NONE = Long.MIN_VALUE;

    /** Saves the object that an AtomicLong would be. Every connection has three deadlines. */
    private static final AtomicLongFieldUpdater<Deadline> AT =
            AtomicLongFieldUpdater.newUpdater(Deadline.class, "at");

    private volatile long at = NONE;
    private final Runnable onPassed;
    private volatile boolean passed;      // set before the action, so a thread that the action wakes sees true

    /** @param onPassed wakes or closes whatever is late; must not block the checking thread */
    public Deadline(Runnable onPassed) {
        this.onPassed = onPassed;
    }

    public void set(long millis) {
        AT.lazySet(this, System.nanoTime() + millis * 1_000_000);
    }

    /** Ends the step. Returns false if a check came first, or no deadline was set. */
    public boolean clear() {
        return AT.getAndSet(this, NONE) != NONE;
    }

    /** Whether a check has ever found a step late. */
    public boolean hasPassed() {
        return passed;
    }

    /** @param now a {@link System#nanoTime} */
    public void check(long now) {
        long moment = at;
        if (moment != NONE && now - moment >= 0 && AT.compareAndSet(this, moment, NONE)) {
            passed = true;
            onPassed.run();
        }
    }
}
