package common.http;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes to everything that a page shows, so that a page can wait for the next one. A thread that has
 * changed something calls {@link #tell} afterwards; any thread may wait. A reader that reads the version before the
 * data misses nothing: a change in between gives another version, so the reader asks again.
 */
public final class Changes {
    private long version = 1;      // guarded by this, like `ended`
    private boolean ended;

    public synchronized void tell() {
        version++;
        notifyAll();
    }

    public synchronized long version() {
        return version;
    }

    /** Returns when the version differs from {@code known}, when the time is over, or after {@link #end}. */
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
