package serviceone.deadlines;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One thread that looks over all deadlines of the blocking modes every {@link #TICK_MILLIS}, and so acts that much late at
 * most: looking over thousands of them means as many cache misses, which at every 50 ms were a seventh of what an event
 * loop did. (An event loop looks over its own, as often.)
 *
 * <p>Owns the set of deadlines and its thread. Any thread adds and removes; the set is a concurrent one, whose iteration
 * sees every deadline that was added before it began.
 */
public final class Watchdog implements AutoCloseable {
    public static final long TICK_MILLIS = 500;

    private static final Logger LOG = System.getLogger(Watchdog.class.getName());
    private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
    private final Set<Runnable> chores = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofPlatform().daemon().name("watchdog").unstarted(this::run);

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
                Thread.sleep(TICK_MILLIS);
                guarded(this::tick);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();     // closed: the thread ends here
        }
    }

    private void tick() {
        long now = System.nanoTime();
        deadlines.forEach(deadline -> guarded(() -> deadline.check(now)));
        chores.forEach(Watchdog::guarded);
    }

    /** Nothing that one connection does wrong may end the thread that watches all of them. */
    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "while acting on a deadline", e);
        }
    }
}
