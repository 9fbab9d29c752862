package serviceone.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The sockets that wait for the drain. What was written before {@link #put} is visible after {@link #take}. */
public class SocketQueue {
    private record Waiting(ClientSocket socket, long queuedAt) {
    }

    private final LinkedBlockingQueue<Waiting> sockets = new LinkedBlockingQueue<>();
    private final int limit;
    private final long maxNanos;
    private final LongSupplier nanoTime;
    private volatile boolean closed;

    /** @param nanoTime the loop's, which removes those that have waited too long */
    public SocketQueue(int limit, long maxMillis, LongSupplier nanoTime) {
        this.limit = limit;
        this.maxNanos = TimeUnit.MILLISECONDS.toNanos(maxMillis);
        this.nanoTime = nanoTime;
    }

    boolean hasRoom() {
        return sockets.size() < limit;
    }

    /** Ignores the limit, because a socket that comes back was admitted before. */
    public void put(ClientSocket socket) {
        long now = nanoTime.getAsLong();
        socket.queued(now);
        sockets.add(new Waiting(socket, now));
    }

    public ClientSocket take() throws InterruptedException {
        ClientSocket socket = sockets.take().socket;
        socket.meter().taken(nanoTime.getAsLong());
        return socket;
    }

    /** Takes sockets and hands them on, again and again, until the queue is closed. An interrupt ends only a wait. */
    public void drainTo(Consumer<ClientSocket> next) {
        while (!closed) {
            try {
                next.accept(take());
            } catch (InterruptedException e) {
                // by the drain's stop(), which follows close(), or left behind by a request, which must end no thread
            }
        }
    }

    /** The drains end. Those that wait for a socket need an interrupt, too. */
    public void close() {
        closed = true;
    }

    /** Returns null if no socket waits. */
    ClientSocket takeUnserved() {
        Waiting first = sockets.poll();
        return first == null ? null : first.socket;
    }

    /**
     * Takes out the sockets that have waited too long.
     *
     * @return when the next one will have, by the same clock
     */
    public long removeTooOld(Consumer<ClientSocket> action) {
        long now = nanoTime.getAsLong();
        Waiting first = sockets.peek();
        while (first != null && now - first.queuedAt >= maxNanos) {
            if (sockets.remove(first)) {      // false if a thread has just taken it
                action.accept(first.socket);
            }
            first = sockets.peek();
        }
        return (first == null ? now : first.queuedAt) + maxNanos;
    }

    public int size() {
        return sockets.size();
    }
}
