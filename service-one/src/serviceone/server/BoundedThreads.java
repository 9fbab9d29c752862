package serviceone.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import serviceone.meter.ServiceThread;

/**
 * {@code pool}: a fixed number of platform threads, each serving one socket at a time. A socket stays in the queue
 * until a thread is free for it; the executor's own queue stays empty, so that there is one queue to look at and to
 * limit.
 *
 * <p>Waiting sockets get their turn in three ways. A thread that answers a request while
 * {@linkplain #areShort others wait} ends its connection ({@code Connection: close}), as Tomcat's blocking connector
 * did. A thread that only waits for the next request of a kept connection gives that up when a socket has waited
 * for a while: 200 idle browsers must not lock out the 201st. And a thread that waits for the rest of a request does so
 * for a short time only ({@link RequestReader}). Owns the executor; the semaphore's permits are the threads that are
 * free.
 */
final class BoundedThreads implements ThreadSource {
    /**
     * How long a kept connection must have been idle to be given up. A client that asks again at once does so within a
     * few milliseconds, or a few dozen when it collects garbage; closing on it just then would lose its request
     * (RFC 9112, 9.6).
     */
    private static final long IDLE_MILLIS = 100;
    /**
     * How long a socket must have waited before an idle connection is given up for it. Where new and kept clients ask
     * at the same moment, a thousand of them at once, the last requests come some hundred milliseconds after the first
     * sockets.
     */
    private static final long PATIENCE_MILLIS = 500;
    /** Looking more often gains nothing: what is not idle long enough now will be at the next look. */
    private static final long LOOK_MILLIS = IDLE_MILLIS;
    /** For the thread of a connection that was given up to come free, before one more is given up for that socket. */
    private static final long RELEASE_MILLIS = 1_000;

    private final SocketQueue queue;
    private final ServedConnections served;
    private final Semaphore free;
    private final ExecutorService executor;

    BoundedThreads(int threads, SocketQueue queue, ServedConnections served) {
        this(threads, ServiceThread.POOL.platform().factory(), queue, served);
    }

    BoundedThreads(int threads, ThreadFactory factory, SocketQueue queue, ServedConnections served) {
        this.queue = queue;
        this.served = served;
        this.free = new Semaphore(threads);
        this.executor = Executors.newFixedThreadPool(threads, factory);
    }

    @Override
    public void await(long since) throws InterruptedException {
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        long patience = Math.max(LOOK_MILLIS, PATIENCE_MILLIS - waited);
        while (!free.tryAcquire(patience, TimeUnit.MILLISECONDS)) {
            patience = served.giveUpLongestIdle(IDLE_MILLIS) ? RELEASE_MILLIS : LOOK_MILLIS;
        }
    }

    @Override
    public void run(Runnable task) {
        try {
            executor.execute(() -> runAndRelease(task));
        } catch (RuntimeException | Error e) {
            free.release();
            throw e;
        }
    }

    private void runAndRelease(Runnable task) {
        try {
            task.run();
        } finally {
            free.release();
        }
    }

    @Override
    public boolean areShort() {
        return queue.waiting() > free.availablePermits();      // those that a free thread is about to get do not wait
    }

    @Override
    public boolean areLimited() {
        return true;
    }

    @Override
    public void stop() {
        executor.shutdownNow();
    }
}
