package serviceone.modes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/**
 * {@code pool}: each of n threads takes a socket from the queue and serves it, again and again.
 *
 * <p>No request ends a thread: {@link ClientSocket#serve} lets no failure out, and {@link SocketQueue#drainTo} goes on
 * after a request's interrupt. So there is no catch here.
 */
public final class FixedPool implements Drain {
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger busy = new AtomicInteger();
    private final Consumer<ClientSocket> service;

    public FixedPool(SocketQueue queue, Consumer<ClientSocket> service, int size, ThreadFactory factory) {
        this.service = service;
        for (int i = 0; i < size; i++) {
            threads.add(factory.newThread(() -> queue.drainTo(this::serve)));
        }
    }

    private void serve(ClientSocket socket) {
        busy.incrementAndGet();
        try {
            service.accept(socket);
        } finally {
            busy.decrementAndGet();
        }
    }

    @Override
    public void start() throws IOException {
        int started = 0;
        try {
            while (started < threads.size()) {
                threads.get(started).start();
                started++;
            }
        } catch (OutOfMemoryError e) {      // that is how the JDK says that the system gives no more threads
            throw new IOException("wanted " + threads.size() + " threads, the system gives " + started
                    + ": ulimit -u, or the container's pids limit");
        }
    }

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
