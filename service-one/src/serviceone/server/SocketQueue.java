package serviceone.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets that wait for the drain. The acceptor adds new ones; a connection that has waited without a thread comes
 * back. Any thread may call any method; the queue's locks publish what was written before a socket was added.
 */
public class SocketQueue {
    private record Waiting(ClientSocket socket, long since) {
    }

    private final LinkedBlockingQueue<Waiting> sockets = new LinkedBlockingQueue<>();
    private final int limit;
    private final long maxNanos;

    /**
     * @param limit      the acceptor adds new sockets only while fewer wait
     * @param maxMillis  how long a socket may wait before it is refused
     */
    public SocketQueue(int limit, long maxMillis) {
        this.limit = limit;
        this.maxNanos = TimeUnit.MILLISECONDS.toNanos(maxMillis);
    }

    boolean hasRoom() {
        return sockets.size() < limit;
    }

    /** Adds a socket. One that comes back was admitted before, so the limit does not apply to it. */
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

    public void removeTooOld(Consumer<ClientSocket> action) {
        long now = System.nanoTime();
        Waiting first = sockets.peek();
        while (first != null && now - first.since > maxNanos) {
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
