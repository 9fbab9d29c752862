package serviceone.server;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The sockets that wait for the drain. What was written before {@link #put} is visible after {@link #take}. */
public class SocketQueue {
    private record Waiting(ClientSocket socket, long queuedAt) {
    }

    private final LinkedBlockingQueue<Waiting> sockets = new LinkedBlockingQueue<>();
    private final int limit;
    private final long maxNanos;

    public SocketQueue(int limit, long maxMillis) {
        this.limit = limit;
        this.maxNanos = TimeUnit.MILLISECONDS.toNanos(maxMillis);
    }

    boolean hasRoom() {
        return sockets.size() < limit;
    }

    /** Ignores the limit, because a socket that comes back was admitted before. */
    public void put(ClientSocket socket) {
        long now = System.nanoTime();
        socket.meter().queued(now);
        sockets.add(new Waiting(socket, now));
    }

    public ClientSocket take() throws InterruptedException {
        ClientSocket socket = sockets.take().socket;
        socket.meter().taken(System.nanoTime());
        return socket;
    }

    /** Returns null if no socket waits. */
    ClientSocket takeUnserved() {
        Waiting first = sockets.poll();
        return first == null ? null : first.socket;
    }

    public void removeTooOld(Consumer<ClientSocket> action) {
        long now = System.nanoTime();
        Waiting first = sockets.peek();
        while (first != null && now - first.queuedAt > maxNanos) {
            if (sockets.remove(first)) {      // false if a thread has just taken it
                action.accept(first.socket);
            }
            first = sockets.peek();
        }
    }

    public int size() {
        return sockets.size();
    }
}
