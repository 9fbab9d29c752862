package serviceone.calls;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.Parsers;
import common.http.ResponseParser;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.Quietly;

/** The idle connections to service two. The pool belongs to one event loop, or to all threads that make calls. */
final class ConnectionPool<C extends ConnectionPool.Pooled> {
    private static final long LOOK_MILLIS = 1_000;

    /** Last in, first out: connections that are not needed stay at the back and grow old. */
    private final Deque<C> idle;
    private final long idleNanos;
    private final Parsers<ResponseParser> parsers = new Parsers<>(() -> new ResponseParser(Pooled.LIMITS));

    /**
     * @param idle must be concurrent if several threads make calls
     * @param loop closes connections that are idle for too long
     */
    ConnectionPool(Deque<C> idle, ServiceTwoAddress serviceTwo, EventLoop loop) {
        this.idle = idle;
        this.idleNanos = serviceTwo.idleMillis() * 1_000_000L;
        loop.every(LOOK_MILLIS, this::closeLongIdle);
    }

    C take() {
        C connection;
        while ((connection = idle.pollFirst()) != null && !connection.isFresh()) {
            connection.close();
        }
        return connection;
    }

    /** Returns whether the answer is complete. The rest of the bytes stays in the buffer. */
    boolean parse(C connection, ByteBuffer in) {
        connection.parser = connection.parser == null ? parsers.take() : connection.parser;
        return connection.parser.parse(in);
    }

    /**
     * Reads the complete answer that the connection has received, and keeps the connection if it can be used again.
     *
     * @param surplus whether bytes have come that belong to no answer
     */
    <T> T read(C connection, Call<T> call, boolean surplus) throws CallException {
        ResponseParser answer = connection.parser;
        boolean reusable = connection.deadline.clear() && !surplus && answer.keepAlive();
        try {
            return call.read(answer.status(), answer.body());
        } catch (CallException e) {
            reusable &= e.kind() != CallException.Kind.WRONG;
            throw e;
        } finally {
            connection.parser = null;
            parsers.putBack(answer);
            if (reusable) {
                connection.idleSince = System.nanoTime();
                connection.used = true;
                idle.addFirst(connection);
            } else {
                connection.close();
            }
        }
    }

    void close() {
        for (C connection; (connection = idle.pollFirst()) != null; ) {
            connection.close();
        }
    }

    void closeLongIdle() {
        long now = System.nanoTime();
        for (C oldest; (oldest = idle.peekLast()) != null && now - oldest.idleSince > idleNanos; ) {
            if (idle.removeLastOccurrence(oldest)) {
                oldest.close();
            }
        }
    }

    abstract static class Pooled {
        /** A thousand answers at once must fit into the heap. */
        static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 64 * 1024);

        final SocketChannel channel;
        final Deadline deadline;
        ResponseParser parser;      // null between answers
        boolean used;
        volatile long idleSince;      // closeLongIdle() may run on another thread

        Pooled(SocketChannel channel, EventLoop loop) {
            this.channel = channel;
            this.deadline = new Deadline(loop, this::onLate);
        }

        abstract void onLate();

        /**
         * Returns false if bytes came while the connection was idle: they must not pass for the next call's answer.
         *
         * <p>Surplus bytes may also come during the next call. HTTP/1.1 does not number messages, so {@link Call#read}
         * checks the content. If the content is wrong, the connection is closed.
         */
        final boolean isFresh() {
            try {
                return channel.socket().getInputStream().available() == 0;
            } catch (IOException e) {
                return false;      // closed in the meantime
            }
        }

        /**
         * Returns true if service two closed a reused connection before the first byte of an answer. The call is then
         * repeated on a new connection (RFC 9112, 9.3.1). A restart of service two makes all pooled connections stale.
         */
        final boolean isStale(Throwable failure) {
            boolean broken = failure instanceof IOException
                    && !(failure instanceof CallException || failure instanceof SocketTimeoutException);
            return used && broken && (parser == null || parser.isBetweenMessages());
        }

        final void close() {
            deadline.drop();
            Quietly.close(channel);
        }
    }
}
