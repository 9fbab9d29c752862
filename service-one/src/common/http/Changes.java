package common.http;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes to what a page shows. A thread that has changed something calls {@link #announce} afterwards. Any
 * thread may wait. Read the version before the data. If the data changes after that, {@link #await} returns at once.
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
