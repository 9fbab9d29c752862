package serviceone.calls;

import java.util.Deque;

/**
 * The connections to service two that lie idle; at most as many as calls were in flight at once. Where a connection is
 * checked before it is used again, in all modes. Used by one event loop, or by all threads that make calls: then the
 * deque hands a connection, and what was written to it, from one to the next.
 */
final class ConnectionPool<C extends PooledConnection> {
    /**
     * A connection unused for this long is closed: less than the 30 s after which service two, and most servers, close
     * it, so that few calls meet a connection that is just being closed.
     */
    private static final long IDLE_NANOS = 20_000_000_000L;

    /** Last in, first out: what was used last is least likely to be stale, and the surplus ages at the other end. */
    private final Deque<C> idle;
    private volatile boolean closed;

    /** @param idle an empty deque: a concurrent one, if more than one thread makes calls */
    ConnectionPool(Deque<C> idle) {
        this.idle = idle;
    }

    /** A connection that can be used; null if there is none. Those that cannot be are closed on the way to it. */
    C take() {
        C connection = idle.pollFirst();
        while (connection != null && !connection.isFresh()) {
            connection.close();
            connection = idle.pollFirst();
        }
        return connection;
    }

    void putBack(C connection) {
        idle.addFirst(connection);
        if (closed) {      // perhaps only since then
            closeAll();
        }
    }

    /** Closes what is in it, and from now on what is put back. */
    void close() {
        closed = true;
        closeAll();
    }

    private void closeAll() {
        C connection = idle.pollFirst();
        while (connection != null) {
            connection.close();
            connection = idle.pollFirst();
        }
    }

    /** Closes what has been unused for too long; a chore of the watchdog, or of the event loop. */
    void closeLongIdle() {
        long now = System.nanoTime();
        C oldest = idle.peekLast();
        while (oldest != null && now - oldest.idleSince() > IDLE_NANOS) {
            if (idle.removeLastOccurrence(oldest)) {      // no call has taken it meanwhile
                oldest.close();
            }
            oldest = idle.peekLast();
        }
    }
}
