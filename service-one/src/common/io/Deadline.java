package common.io;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The moment by which a step of a connection must be over. The thread that works on the step {@linkplain #set sets}
 * and {@linkplain #clear clears} it. An event loop {@linkplain #check checks} it, and runs an action if it has passed.
 * With {@code setSoTimeout}, each read on a virtual thread would put a timer into a queue.
 *
 * <p>{@link #clear} and {@link #check} swap the moment atomically. If clear comes first, the action cannot hit the
 * thread's next step.
 */
public final class Deadline {
    /** Tests check more often. */
    static final long CHECK_MILLIS = Long.getLong("deadline.check.millis", 500);

    // states of `at`: NONE -> a System.nanoTime -> NONE
    private static final long NONE = Long.MIN_VALUE;

    /** Saves an AtomicLong object for each deadline. */
    private static final AtomicLongFieldUpdater<Deadline> AT =
            AtomicLongFieldUpdater.newUpdater(Deadline.class, "at");

    private volatile long at = NONE;
    private final Runnable onPassed;
    private volatile boolean passed;      // set before the action: a thread that the action wakes must see it

    /** @param onPassed runs on an event loop's thread, so it must not block */
    public Deadline(Runnable onPassed) {
        this.onPassed = onPassed;
    }

    public void set(long millis) {
        AT.lazySet(this, System.nanoTime() + millis * 1_000_000);
    }

    /** Returns false if the action came first, or no deadline was set. */
    public boolean clear() {
        return AT.getAndSet(this, NONE) != NONE;
    }

    /** Stays true after the first late step. */
    public boolean hasPassed() {
        return passed;
    }

    public void check(long now) {
        long moment = at;
        if (moment != NONE && now - moment >= 0 && AT.compareAndSet(this, moment, NONE)) {
            passed = true;
            onPassed.run();
        }
    }
}
