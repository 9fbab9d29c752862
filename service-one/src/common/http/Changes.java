package common.http;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes to what a page shows. Call {@link #announce} after a change. Any thread may wait. Read the version
 * before the data. {@link #await} then returns at once if the data has changed.
 */
public final class Changes {
    private long version = 1;      // guarded by this, like `ended`
    private boolean ended;

    public synchronized void announce() {
        version++;
        notifyAll();
    }

    public synchronized long version() {
        return version;
    }

    /** Returns once the version differs from {@code known}, the time is over, or {@link #end} was called. */
    public synchronized void await(long known, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; version == known && !ended && left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            wait(left);
        }
    }

    /** Releases all waiting threads, and lets no more wait. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }
}
