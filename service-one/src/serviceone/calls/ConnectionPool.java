package serviceone.calls;

import common.http.MessageParser.Limits;
import common.io.Deadline;
import common.io.Quietly;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/**
 * The idle connections to service two: at most as many as there have been calls in flight at the same time. All modes
 * check a connection here before they reuse it. Used by one event loop, or by all threads that make calls. In the
 * second case, the deque publishes a connection's state to the next thread.
 */
final class ConnectionPool<C extends ConnectionPool.Pooled> {
    /**
     * A connection is closed after this idle time. Service two closes it after 30 s. The time here is shorter, so that
     * few calls meet a connection that is just being closed. A soak sets a shorter time.
     */
    private static final long IDLE_NANOS = Long.getLong("pool.idle.millis", 20_000) * 1_000_000;

    /**
     * Last in, first out: the most recently used connection is least likely to be stale, and connections that nobody
     * needs stay at the other end, where they grow old.
     */
    private final Deque<C> idle;
    private volatile boolean closed;

    /** @param idle an empty deque, which must be concurrent if several threads make calls */
    ConnectionPool(Deque<C> idle) {
        this.idle = idle;
    }

    /** A usable connection; null if there is none. Closes unusable connections that it finds. */
    C take() {
        C connection = idle.pollFirst();
        while (connection != null && !connection.isFresh()) {
            connection.close();
            connection = idle.pollFirst();
        }
        return connection;
    }

    /** Takes back a connection after a call; closes it unless another call can use it. */
    void release(C connection, boolean reusable) {
        if (!reusable) {
            connection.close();
            return;
        }
        idle.addFirst(connection);
        if (closed) {      // close() may just have run
            closeAll();
        }
    }

    /** Closes the idle connections now, and the others when they are released. */
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

    /** Closes connections that have been idle for too long; the watchdog or the event loop calls it regularly. */
    void closeLongIdle() {
        long now = System.nanoTime();
        C oldest = idle.peekLast();
        while (oldest != null && now - oldest.idleSince > IDLE_NANOS) {
            if (idle.removeLastOccurrence(oldest)) {      // no call has taken it in the meantime
                oldest.close();
            }
            oldest = idle.peekLast();
        }
    }

    /** A connection to service two that serves one call, and one thread, at a time. */
    abstract static class Pooled {
        /**
         * Service two's answers have the limits of clients' requests, but only 64 KB of content: a thousand answers at
         * once must not exhaust the heap.
         */
        static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 64 * 1024);

        final SocketChannel channel;
        final Deadline deadline = new Deadline(this::onLate);      // for connecting and for a call
        private boolean used;
        volatile long idleSince;      // the pool's chore reads it while the connection is in the pool

        Pooled(SocketChannel channel) {
            this.channel = channel;
        }

        /** Ends the call after its deadline has passed. */
        abstract void onLate();

        /** Whether an answer has begun and is not complete. */
        abstract boolean isWithinAnswer();

        final void markAnswered() {
            used = true;
            idleSince = System.nanoTime();
        }

        /**
         * Whether no bytes came while the connection was idle: such bytes must not be taken for the answer to the next
         * call. (If service two has closed the connection, the next call notices and is
         * {@linkplain #isStale repeated}.)
         *
         * <p>Surplus bytes that come a moment later, while the next call is being sent, look exactly like that call's
         * answer, because HTTP/1.1 does not number messages. Only their content can be checked: {@link Call#read} knows
         * what an answer to its call must contain and which user it may name. A connection that has brought anything
         * else is never used again, so one surplus answer cannot shift all later answers. A surplus answer of the right
         * kind that names no user passes the check.
         */
        final boolean isFresh() {
            try {
                return channel.socket().getInputStream().available() == 0;
            } catch (IOException e) {
                return false;      // closed in the meantime
            }
        }

        /**
         * Whether a call that failed like this may be repeated on a new connection. It may if the connection was
         * reused, and service two closed it before the first byte of an answer (RFC 9112, 9.3.1). After a restart of
         * service two, every pooled connection is stale. (If a whole answer made the call fail, repeating would not
         * help.)
         */
        final boolean isStale(Throwable failure) {
            boolean broken = failure instanceof IOException && !(failure instanceof CallException);
            return used && broken && !deadline.hasPassed() && !isWithinAnswer();
        }

        void close() {
            Quietly.close(channel);
        }
    }
}
