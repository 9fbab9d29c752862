package serviceone.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets that wait for the drain. The acceptor adds new ones; a connection that has waited without a thread comes
 * back. Any thread may call any method; the queue's locks publish what was written before a socket was added.
 */
public class SocketQueue {
    private record Waiting(ClientSocket socket, long queuedAt) {
    }

    private final LinkedBlockingQueue<Waiting> sockets = new LinkedBlockingQueue<>();
    private final int limit;
    private final long maxNanos;

    /**
     * @param limit     the number of waiting sockets at which the acceptor refuses new ones
     * @param maxMillis the most time that a socket may wait; then it is refused
     */
    public SocketQueue(int limit, long maxMillis) {
        this.limit = limit;
        this.maxNanos = TimeUnit.MILLISECONDS.toNanos(maxMillis);
    }

    boolean hasRoom() {
        return sockets.size() < limit;
    }

    /** Adds a socket. The limit does not apply to a socket that comes back, because it was admitted before. */
    public void put(ClientSocket socket) {
        long now = System.nanoTime();
        socket.meter().queued(now);
        sockets.add(new Waiting(socket, now));
    }

    /** Waits for a socket and takes the one that has waited longest. */
    public ClientSocket take() throws InterruptedException {
        ClientSocket socket = sockets.take().socket;
        socket.meter().taken(System.nanoTime());
        return socket;
    }

    /** Takes a socket to refuse it; null if none waits. */
    ClientSocket takeUnserved() {
        Waiting first = sockets.poll();
        return first == null ? null : first.socket;
    }

    /** Removes the sockets that have waited for too long, and passes them to the action. */
    public void removeTooOld(Consumer<ClientSocket> action) {
        long now = System.nanoTime();
        Waiting first = sockets.peek();
        while (first != null && now - first.queuedAt > maxNanos) {
            if (sockets.remove(first)) {      // no thread has taken it in the meantime
                action.accept(first.socket);
            }
            first = sockets.peek();
        }
    }

    public int size() {
        return sockets.size();
    }
}
