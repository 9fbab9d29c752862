package common.http;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes of all that a page shows, so that a page may wait for the next one. Whoever changes something
 * tells it here afterwards; any thread may wait. One who reads the version first and the rest after it misses nothing:
 * what changed in between has another version, and is asked for again.
 */
public final class Changes {
    private long version = 1;      // guarded by this, as is the next one
    private boolean ended;

    public synchronized void tell() {
        version++;
        notifyAll();
    }

    public synchronized long version() {
        return version;
    }

    /** Returns when the version is another one than that, at the latest after so long, or when all ends. */
    public synchronized void await(long other, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; version == other && !ended && left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            wait(left);
        }
    }

    /** From now on nobody waits. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }
}
