package serviceone.calls;

import common.http.MessageParser.Limits;
import common.io.Deadline;
import common.io.Quietly;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/**
 * The idle connections to service two. Used by one event loop, or by all threads that make calls. The deque publishes a
 * connection's state to its next thread.
 */
final class ConnectionPool<C extends ConnectionPool.Pooled> {
    /** Shorter than service two's limit of 30 s: few calls then meet a connection that is just being closed. */
    private static final long IDLE_NANOS = Long.getLong("pool.idle.millis", 20_000) * 1_000_000;

    /** Last in, first out: unneeded connections stay at the other end and grow old. */
    private final Deque<C> idle;
    private volatile boolean closed;

    /** @param idle must be concurrent if several threads make calls */
    ConnectionPool(Deque<C> idle) {
        this.idle = idle;
    }

    /** Null if there is no usable connection. */
    C take() {
        C connection = idle.pollFirst();
        while (connection != null && !connection.isFresh()) {
            connection.close();
            connection = idle.pollFirst();
        }
        return connection;
    }

    /** Closes the connection if no other call can use it. */
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

    /** Busy connections are closed when they are released. */
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

    /** Must be called regularly. */
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

    /** Serves one call, and one thread, at a time. */
    abstract static class Pooled {
        /** A thousand answers at once must not exhaust the heap. */
        static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 64 * 1024);

        final SocketChannel channel;
        final Deadline deadline = new Deadline(this::onLate);      // of the connecting, then of each call
        private boolean used;
        volatile long idleSince;      // the pool's chore may read it from another thread

        Pooled(SocketChannel channel) {
            this.channel = channel;
        }

        abstract void onLate();

        /** Whether an answer has begun and is not complete. */
        abstract boolean isWithinAnswer();

        final void markAnswered() {
            used = true;
            idleSince = System.nanoTime();
        }

        /**
         * Whether no bytes came while the connection was idle. Such bytes must not pass for the next call's answer.
         *
         * <p>Surplus bytes that come later, during the next call, look like its answer: HTTP/1.1 does not number
         * messages. {@link Call#read} therefore checks the content. If the content is wrong, the connection is closed:
         * one surplus answer cannot shift all later answers. A surplus answer of the right kind that names no user
         * passes the check.
         */
        final boolean isFresh() {
            try {
                return channel.socket().getInputStream().available() == 0;
            } catch (IOException e) {
                return false;      // closed in the meantime
            }
        }

        /**
         * Whether to repeat the call on a new connection. The connection was reused, and service two closed it before
         * the first byte of an answer (RFC 9112, 9.3.1). A restart of service two makes every pooled connection stale.
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
