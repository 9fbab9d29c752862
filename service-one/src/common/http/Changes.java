package common.http;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes to everything that a page shows, so that a page can wait for the next change. A thread that has
 * changed something calls {@link #announce} afterwards; any thread may wait. A reader must read the version before the
 * data. It then misses nothing: if the data changes after that, its next {@link #await} returns immediately.
 */
public final class Changes {
    private long version = 1;      // guarded by this, like `ended`
    private boolean ended;

    /** Counts a change, and wakes all waiting threads. */
    public synchronized void announce() {
        version++;
        notifyAll();
    }

    public synchronized long version() {
        return version;
    }

    /** Returns once the version differs from {@code known}, the time is over, or {@link #end} has been called. */
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
