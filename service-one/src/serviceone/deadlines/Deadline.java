package serviceone.deadlines;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The moment by which a connection's present step must be over. Whoever works on the step sets and clears it; another
 * thread, or the event loop between two events, {@linkplain #check checks} it and acts when it has passed.
 *
 * <p>This exists because {@code setSoTimeout} makes every read of a virtual thread a timed park, with an entry in a
 * timer's queue for each, and because it limits each read where what must be limited is their sum: a client that sends
 * one byte every nine seconds never exceeds ten.
 *
 * <p>Visibility: {@code at} is written and read by compare-and-set, so a check acts on a deadline only if it was still
 * the one in force, and {@code passed} is written before the action that wakes the working thread.
 */
public final class Deadline {
    // states of `at`: NONE <-> a System.nanoTime; it passes by a check's change from that time to NONE
    private static final long NONE = Long.MIN_VALUE;

    private final AtomicLong at = new AtomicLong(NONE);
    private final Runnable onPassed;
    private volatile boolean passed;

    /** @param onPassed wakes or closes what is late; runs on the thread that checks, and must not block */
    public Deadline(Runnable onPassed) {
        this.onPassed = onPassed;
    }

    /** Begins a step that must be over in so many nanoseconds from now. */
    public void set(long nanos) {
        at.lazySet(System.nanoTime() + nanos);
    }

    /** The step is over. */
    public void clear() {
        at.lazySet(NONE);
    }

    /** Whether a step was late. Stays true. */
    public boolean hasPassed() {
        return passed;
    }

    /** Acts if the deadline has passed by {@code now}, a {@link System#nanoTime}. */
    public void check(long now) {
        long moment = at.get();
        if (moment != NONE && now - moment >= 0 && at.compareAndSet(moment, NONE)) {
            passed = true;
            onPassed.run();
        }
    }
}
