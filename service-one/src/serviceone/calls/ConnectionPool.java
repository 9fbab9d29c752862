package serviceone.calls;

import common.http.MessageParser.Limits;
import common.io.Deadline;
import common.io.Quietly;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/**
 * The connections to service two that lie idle; at most as many as calls were in flight at once. Where a connection is
 * checked before it is used again, in all modes. Used by one event loop, or by all threads that make calls: then the
 * deque hands a connection, and what was written to it, from one to the next.
 */
final class ConnectionPool<C extends ConnectionPool.Pooled> {
    /**
     * A connection unused for this long is closed: less than the 30 s after which service two, and most servers, close
     * it, so that few calls meet a connection that is just being closed.
     */
    private static final long IDLE_NANOS = Long.getLong("pool.idle.millis", 20_000) * 1_000_000;      // less in a soak

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

    /** After a call: keeps a connection on which another one can be made, and closes it otherwise. */
    void release(C connection, boolean reusable) {
        if (!reusable) {
            connection.close();
            return;
        }
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
        while (oldest != null && now - oldest.idleSince > IDLE_NANOS) {
            if (idle.removeLastOccurrence(oldest)) {      // no call has taken it meanwhile
                oldest.close();
            }
            oldest = idle.peekLast();
        }
    }

    /** A connection to service two that serves one call after the other, and one thread at a time. */
    abstract static class Pooled {
        /**
         * Answers of service two are held to the limits of strangers' requests, and to 64 KB: a thousand of them are
         * held at once, and must not exhaust the heap.
         */
        static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 64 * 1024);

        final SocketChannel channel;
        final Deadline deadline = new Deadline(this::late);      // of connecting, and of a call
        private boolean used;
        volatile long idleSince;      // read by the pool's chore, which does not take it out of the pool first

        Pooled(SocketChannel channel) {
            this.channel = channel;
        }

        /** The deadline has passed: ends the call. */
        abstract void late();

        /** Whether bytes of an answer have come, and not yet all of them. */
        abstract boolean isWithinAnswer();

        final void answered() {
            used = true;
            idleSince = System.nanoTime();
        }

        /**
         * Whether no bytes came while it lay idle: those that came unasked must not be taken for the answer to the next
         * call. (That service two has closed it, the next call will notice and be {@linkplain #isStale repeated}.)
         *
         * <p>Unasked bytes that come a moment later, when the next call is just being sent, look like its answer in
         * every respect: HTTP/1.1 numbers nothing. What is left to check is what they say: {@link Call#read} knows what
         * an answer to its call must contain and whom it must be about, and a connection that brought something else is
         * never used again; so one answer too many cannot shift all that follow. An answer that names nobody passes
         * that check.
         */
        final boolean isFresh() {
            try {
                return channel.socket().getInputStream().available() == 0;
            } catch (IOException e) {
                return false;      // it was closed meanwhile
            }
        }

        /**
         * Whether a call that failed like this can be made again on a new connection: this one was used before, and
         * service two closed it before a byte of an answer came (RFC 9112, 9.3.1). After a restart of service two, all
         * in the pool are. (An answer that came whole and failed the call is no reason to ask again.)
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
