package common.io;

import java.io.IOException;
import java.lang.System.Logger;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One thread beside those that serve, for what must wait for none of them: an event loop that every mode has. On it the
 * connections of a pool wait for their clients, connections are refused, and those of the blocking modes are ended. It
 * also checks all deadlines of the blocking modes every {@link Deadline#CHECK_MILLIS} milliseconds, and so acts at most
 * that much late. Not more often: every 50 ms, checking thousands took a seventh of an event loop's time.
 *
 * <p>Owns the set of deadlines and its loop. Any thread adds and removes; the set is a concurrent one, whose iteration
 * sees every deadline that was added before it began.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watchdog.class.getName());
    private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
    private final EventLoop loop;

    /** @param builder names its thread */
    public Watchdog(Thread.Builder builder) throws IOException {
        loop = new EventLoop(builder);
        loop.addChore(this::checkAll);
        loop.addChore(() -> FailureLog.tellRepeats(System.nanoTime()));
    }

    public Watchdog start() {
        loop.start();
        return this;
    }

    public void add(Deadline deadline) {
        deadlines.add(deadline);
    }

    public void remove(Deadline deadline) {
        deadlines.remove(deadline);
    }

    /** Adds something short to do as often as deadlines are checked. To be called before it is started. */
    public void addChore(Runnable chore) {
        loop.addChore(chore);
    }

    public EventLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.close();
    }

    private void checkAll() {
        long now = System.nanoTime();
        for (Deadline deadline : deadlines) {
            try {
                deadline.check(now);
            } catch (RuntimeException | Error e) {
                FailureLog.log(LOG, "while acting on a deadline", e);
            }
        }
    }
}
