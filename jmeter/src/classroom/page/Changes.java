package classroom.page;

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

    /** May return early: pages ask again. */
    public synchronized void await(long known, long millis) throws InterruptedException {
        if (version == known && !ended) {
            wait(millis);
        }
    }

    public synchronized void end() {
        ended = true;
        notifyAll();
    }
}
