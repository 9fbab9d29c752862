package serviceone.io;

import java.lang.System.Logger;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import serviceone.meter.ServiceThread;

/**
 * One thread that checks all deadlines of the blocking modes every {@link Deadline#CHECK_MILLIS} milliseconds, and so acts at most
 * that much late: checking thousands of them means as many cache misses, which at every 50 ms were a seventh of what an
 * event loop did. (An event loop checks its own deadlines, as often.)
 *
 * <p>Owns the set of deadlines and its thread. Any thread adds and removes; the set is a concurrent one, whose iteration
 * sees every deadline that was added before it began.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watchdog.class.getName());
    private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
    private final Set<Runnable> chores = ConcurrentHashMap.newKeySet();
    private final Thread thread = ServiceThread.WATCHDOG.platform().daemon().unstarted(this::run);

    public Watchdog start() {
        thread.start();
        return this;
    }

    public void add(Deadline deadline) {
        deadlines.add(deadline);
    }

    public void remove(Deadline deadline) {
        deadlines.remove(deadline);
    }

    /** Adds something short to do at every tick. */
    public void addChore(Runnable chore) {
        chores.add(chore);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(Deadline.CHECK_MILLIS);
                Guarded.run(LOG, "at a watchdog's tick", this::tick);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();     // closed: the thread ends here
        }
    }

    private void tick() {
        long now = System.nanoTime();
        deadlines.forEach(deadline -> Guarded.run(LOG, "while acting on a deadline", () -> deadline.check(now)));
        chores.forEach(chore -> Guarded.run(LOG, "in a chore", chore::run));
    }
}
