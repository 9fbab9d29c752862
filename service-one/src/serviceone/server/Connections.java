package serviceone.server;

import java.net.Socket;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All open connections, by their sockets: the queue holds sockets, and one that comes back to it finds its connection
 * here. Also knows whether the server is draining. Only the acceptor adds; any thread removes, looks and iterates.
 */
final class Connections {
    // states: OPEN -> DRAINING
    /** Even if its grace has not begun to be over. */
    private static final long HOWEVER_SHORT = Long.MIN_VALUE;

    private final ConcurrentHashMap<Socket, Connection> open = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private volatile boolean draining;

    void add(Connection connection) {
        open.put(connection.channel.socket(), connection);
    }

    /** The socket's connection, or null if that was closed meanwhile. */
    Connection of(Socket socket) {
        return open.get(socket);
    }

    void remove(Connection connection) {
        open.remove(connection.channel.socket());
        if (draining && open.isEmpty()) {
            signalEmpty();
        }
    }

    int size() {
        return open.size();
    }

    Collection<Connection> all() {
        return open.values();
    }

    /** Whether no connection is to be kept alive any more. A connection that becomes idle asks this afterwards. */
    boolean isDraining() {
        return draining;
    }

    /** No connection is kept alive from now on. */
    void drain() {
        draining = true;
    }

    /**
     * Closes the idle ones. One that became idle before it could see that the server is draining is seen here: each side
     * writes its volatile field before it reads the other's.
     */
    void closeIdle() {
        open.values().forEach(connection -> connection.closeIfIdle(HOWEVER_SHORT));
    }

    /** Waits until none is open, at most so long. */
    boolean awaitEmpty(long millis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lockInterruptibly();
        try {
            while (!open.isEmpty() && nanos > 0) {
                nanos = empty.awaitNanos(nanos);
            }
            return open.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void signalEmpty() {
        lock.lock();
        try {
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
