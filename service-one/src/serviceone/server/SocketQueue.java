package serviceone.server;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets between the acceptor, which puts them in, and the dispatcher, which takes them out. Any thread may ask
 * how many wait; the queue's own locks hand over what was written before a socket was put in.
 */
final class SocketQueue {
    /**
     * A socket in the queue.
     *
     * @param connection null for a new socket: the dispatcher makes its connection. A socket that comes back has one
     * @param since      when it was put in, as {@link System#nanoTime}
     * @param passed     whether others have passed it, because it had said nothing
     */
    record Waiting(AdmittedSocket socket, BlockingConnection connection, long since, boolean passed) {
        /** Whether nothing has come from its client that is still to be answered; a broken socket is not silent. */
        boolean isSilent() {
            try {
                return connection == null && !socket.hasUnread();
            } catch (IOException e) {
                return false;
            }
        }

        /** It will not be served. */
        void end() {
            if (connection == null) {
                socket.close();
            } else {
                connection.end();
            }
        }
    }

    private final LinkedBlockingQueue<Waiting> sockets = new LinkedBlockingQueue<>();
    private final int limit;
    private volatile int held;      // written by the dispatcher alone

    /** @param limit new sockets are put in only while fewer wait; those that come back have been let in before */
    SocketQueue(int limit) {
        this.limit = limit;
    }

    /** Whether a new socket may be put in; stays true until the acceptor does so, or sockets come back. */
    boolean hasRoom() {
        return waiting() < limit;
    }

    /** Puts a new socket in. */
    void put(AdmittedSocket socket) {
        sockets.add(new Waiting(socket, null, System.nanoTime(), false));
    }

    /** Puts a socket in that has been served before and is to be served again. */
    void putBack(BlockingConnection connection) {
        sockets.add(new Waiting(connection.socket(), connection, System.nanoTime(), false));
    }

    /** Waits for a socket, takes it out, and holds it: it counts as waiting until {@link #served}. */
    Waiting take() throws InterruptedException {
        Waiting waiting = sockets.take();
        held = 1;
        return waiting;
    }

    /** The socket taken last is being served. */
    void served() {
        held = 0;
    }

    /** Puts the socket back that was taken last and has not been served. */
    void giveBack(Waiting waiting) {
        sockets.add(waiting);
    }

    /** Whether others wait beside the socket taken last. */
    boolean hasOthers() {
        return !sockets.isEmpty();
    }

    /** Puts the socket taken last behind all others. */
    void letPass(Waiting waiting) {
        served();
        sockets.add(new Waiting(waiting.socket(), waiting.connection(), waiting.since(), true));
    }

    /** Takes one out for which there will be no thread; null if none waits. */
    Waiting poll() {
        return sockets.poll();
    }

    /** Takes those out that have waited for longer, but not the one that is to have the next free thread. */
    void removeOlderThan(long millis, Consumer<Waiting> action) {
        long since = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(millis);
        sockets.forEach(waiting -> {
            if (since - waiting.since() > 0 && sockets.remove(waiting)) {      // the dispatcher has not taken it
                action.accept(waiting);
            }
        });
    }

    int waiting() {
        return sockets.size() + held;
    }
}
