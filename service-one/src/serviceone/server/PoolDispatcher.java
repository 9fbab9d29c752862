package serviceone.server;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import serviceone.deadlines.Watchdog;
import serviceone.routes.BlockingRoutes;

/**
 * {@code pool}: a fixed number of platform threads, each serving one socket at a time. A socket stays in the queue until
 * a thread is free for it; the executor's own queue stays empty, so that there is one queue to look at and to limit.
 *
 * <p>Waiting sockets get their turn in two ways. A thread that answers a request while others wait ends its connection
 * ({@code Connection: close}), as Tomcat's blocking connector did. And a thread that only waits for the next request of a
 * kept connection gives that up when a socket has waited for a while: 200 idle browsers must not lock out the 201st.
 */
final class PoolDispatcher extends BlockingDispatcher {
    /**
     * How long a kept connection must have been idle to be given up. A client that asks again at once does so within a few
     * milliseconds, or a few dozen when it collects garbage; closing on it just then would lose its request (RFC 9112, 9.6).
     */
    private static final long IDLE_MILLIS = 100;
    /**
     * How long a socket must have waited before an idle connection is given up for it. Where new and kept clients ask at the
     * same moment, a thousand of them at once, the last requests come some hundred milliseconds after the first sockets.
     */
    private static final long PATIENCE_MILLIS = 500;
    /** Looking oftener finds nothing more: a connection that is not yet idle for so long is so one look later. */
    private static final long LOOK_MILLIS = IDLE_MILLIS;
    /** For the thread of a connection that was given up to come free, before another is given up for the same socket. */
    private static final long RELEASE_MILLIS = 1_000;

    private final Semaphore threads;       // its permits are the threads that are free
    /** As many as threads at most; those in the queue, which may be thousands, need not be looked at. */
    private final Set<Connection> served = ConcurrentHashMap.newKeySet();

    PoolDispatcher(Shared shared, BlockingRoutes routes, Watchdog watchdog, int threads) {
        super(shared, routes, watchdog, Executors.newFixedThreadPool(threads, Thread.ofPlatform().name("pool-", 1).factory()));
        this.threads = new Semaphore(threads);
    }

    @Override
    void awaitThreadFor(Connection connection) throws InterruptedException {
        long waited = connection == null ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - connection.acceptedAt());
        long patience = Math.max(LOOK_MILLIS, PATIENCE_MILLIS - waited);
        while (!threads.tryAcquire(patience, TimeUnit.MILLISECONDS)) {
            boolean givenUp = giveUpLongestIdle();
            patience = givenUp ? RELEASE_MILLIS : LOOK_MILLIS;
        }
    }

    private boolean giveUpLongestIdle() {
        return served.stream().filter(Connection::isIdle).min(Comparator.comparingLong(Connection::idleSince))
                .filter(connection -> connection.closeIfIdle(TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS))).isPresent();
    }

    @Override
    void serving(Connection connection, boolean begins) {
        if (begins) {
            served.add(connection);
        } else {
            served.remove(connection);
        }
    }

    @Override
    void released() {
        threads.release();
    }

    @Override
    public int busyThreads() {
        return served.size();
    }

    @Override
    boolean othersWait() {
        return queue.waiting() > threads.availablePermits();      // those that a free thread is about to get do not wait
    }
}
