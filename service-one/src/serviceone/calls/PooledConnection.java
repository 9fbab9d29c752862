package serviceone.calls;

import common.http.Limits;
import common.http.ResponseParser;
import common.io.Deadline;
import common.io.Quietly;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * A connection to service two that serves one call after the other: what both kinds have in common. Owns its channel.
 * Used by one thread at a time; between two calls it lies in a {@link ConnectionPool}, which hands over what the last
 * user wrote.
 */
abstract class PooledConnection {
    /**
     * Answers of service two are held to the limits of strangers' requests, and to 64 KB: a thousand of them are held
     * at once, and must not exhaust the heap.
     */
    static final Limits LIMITS = Limits.DEFAULTS.withBody(64 * 1024);

    final SocketChannel channel;
    final Deadline deadline = new Deadline(this::late);      // of connecting, and of a call
    private boolean used;
    private volatile long idleSince;      // read by the pool's chore, which does not take it out of the pool first

    PooledConnection(SocketChannel channel) {
        this.channel = channel;
    }

    /** The deadline has passed: ends the call. */
    abstract void late();

    /** Whether bytes of an answer have come, and not yet all of them. */
    abstract boolean isWithinAnswer();

    /**
     * Whether no bytes came while it lay idle: those that came unasked must not be taken for the answer to
     * the next call. (That service two has closed it, the next call will notice and be {@linkplain #isStale repeated}.)
     *
     * <p>Unasked bytes that come a moment later, when the next call is just being sent, look like its answer in every
     * respect: HTTP/1.1 numbers nothing. What is left to check is what they say: {@link Call#read} knows what an
     * answer to its call must contain and whom it must be about, and a connection that brought something else is never
     * used again; so one answer too many cannot shift all that follow. An answer that names nobody passes that check.
     */
    final boolean isFresh() {
        try {
            return channel.socket().getInputStream().available() == 0;
        } catch (IOException e) {
            return false;      // it was closed meanwhile
        }
    }

    /**
     * Whether a call that failed like this can be made again on a new connection: this one was used before, and service
     * two closed it before a byte of an answer came (RFC 9112, 9.3.1). After a restart of service two, all in the pool
     * are. (An answer that came whole and failed the call is no reason to ask again.)
     */
    final boolean isStale(Throwable failure) {
        boolean broken = failure instanceof IOException && !(failure instanceof CallException);
        return used && broken && !deadline.hasPassed() && !isWithinAnswer();
    }

    /** An answer has come whole, and this parser has it. */
    final Answer answered(ResponseParser parser) {
        used = true;
        idleSince = System.nanoTime();
        return new Answer(parser.status(), parser.body());
    }

    /** When its last answer came, as {@link System#nanoTime}. */
    final long idleSince() {
        return idleSince;
    }

    void close() {
        Quietly.close(channel);
    }
}
