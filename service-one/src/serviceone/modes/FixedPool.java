package serviceone.modes;

import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.Settings;

/**
 * {@code pool}: a fixed number of platform threads. Each takes a socket from the queue, serves it, and repeats.
 * {@linkplain PolledConnection No thread waits for its client}, but a thread does wait for service two.
 */
public final class FixedPool implements Drain {
    private static final Logger LOG = System.getLogger(FixedPool.class.getName());

    private final int size;
    private final BlockingService service;
    private final ThreadFactory factory;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger busy = new AtomicInteger();

    public FixedPool(int size, BlockingService service, ThreadFactory factory) {
        this.size = size;
        this.service = service;
        this.factory = factory;
    }

    @Override
    public void start() {
        try {
            while (threads.size() < size) {
                Thread thread = factory.newThread(this::takeAndServe);
                thread.start();
                threads.add(thread);
            }
        } catch (OutOfMemoryError e) {
            if (threads.size() <= Settings.SPARED_THREADS) {
                throw e;
            }
            endSpared();
            LOG.log(Level.WARNING, "the pool has " + threads.size() + " threads instead of " + size + ": "
                    + e.getMessage());
        }
    }

    private void endSpared() {
        try {
            for (int i = 0; i < Settings.SPARED_THREADS; i++) {
                Thread thread = threads.removeLast();
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeAndServe() {
        try {
            while (true) {
                serve(service.queue().take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the pool ends this thread
        }
    }

    private void serve(ClientSocket socket) {
        busy.incrementAndGet();
        try {
            service.serve(socket, PolledConnection::new);
        } finally {
            busy.decrementAndGet();
        }
    }

    /** A thread that waits for service two answers 503 when it is interrupted. */
    @Override
    public void stop() {
        threads.forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        stop();
    }

    @Override
    public int busyThreads() {
        return busy.get();
    }
}
