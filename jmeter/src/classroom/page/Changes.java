package classroom.page;

import java.util.concurrent.TimeUnit;

/**
 * Counts the changes to what a page shows. If a thread reads the version before the data, {@link #await} misses no
 * change. Several threads may wait.
 */
public final class Changes {
    private long version = 1;
    private boolean ended;

    public synchronized void announce() {
        version++;
        notifyAll();
    }

    public synchronized long version() {
        return version;
    }

    public synchronized void await(long known, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; version == known && !ended && left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            wait(left);
        }
    }

    public synchronized void end() {
        ended = true;
        notifyAll();
    }
}
