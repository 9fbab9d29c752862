package serviceone.watch;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import serviceone.calls.Stage;

/**
 * Counts what happens to connections, requests and calls since the start. Called by every thread that serves, read by
 * whoever watches. Each count is a {@link LongAdder}, so that counting makes no thread wait for another; a reader sees
 * every count that happened before it looked, but not all counts of one moment.
 */
public final class Meter {
    private static final int STATUSES = 600;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final AtomicLongArray statuses = new AtomicLongArray(STATUSES);
    private final LongAdder[] waiting = new LongAdder[Stage.values().length];

    public Meter() {
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] = new LongAdder();
        }
    }

    public void accepted() {
        accepted.increment();
    }

    public void refused() {
        refused.increment();
    }

    /** A request has been read whole; the result is handed to {@link #requestAnswered}. */
    public long requestStarted() {
        started.increment();
        return System.nanoTime();
    }

    /** Its response is about to be sent, or nobody is there to take it any more. */
    public void requestAnswered(String path, int status, long start) {
        answered.increment();
        statuses.incrementAndGet(status);
    }

    /** A call to service two begins; the result is handed to {@link #callEnded}. */
    public long callStarted(Stage stage) {
        waiting[stage.ordinal()].increment();
        return System.nanoTime();
    }

    public void callEnded(Stage stage, long start, boolean reused) {
        waiting[stage.ordinal()].decrement();
    }

    public long acceptedCount() {
        return accepted.sum();
    }

    public long refusedCount() {
        return refused.sum();
    }

    public long answeredCount() {
        return answered.sum();
    }

    public long answeredCount(int status) {
        return statuses.get(status);
    }

    /** Requests read and not yet answered. */
    public long inFlight() {
        return Math.max(0, started.sum() - answered.sum());
    }

    /** Requests that wait in this call. */
    public long waitingIn(Stage stage) {
        return waiting[stage.ordinal()].sum();
    }
}
