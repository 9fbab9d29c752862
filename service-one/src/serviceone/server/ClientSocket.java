package serviceone.server;

import common.io.FailureLog;
import common.io.Quietly;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;

/**
 * A client's socket that counts against the limit on connections. Its membership in {@link OpenConnections} is its
 * permit; the first {@link #close}, on any thread, gives it back, exactly once.
 *
 * <p>It has one owner at a time: the queue, the connection that a mode creates for it, and finally {@link Lingering}.
 * The queue publishes what one owner wrote to the next owner. Only methods marked "any thread" may be called by others
 * than the owner.
 */
public final class ClientSocket implements Closeable, Call.Requester {
    // states: OPEN -> CLOSED; the first call of endsAs decides how the connection ends
    /** What a mode creates for a socket that its drain has taken. */
    public interface Connection {
        /** Any thread: ends the connection soon, if it only waits for a request and none has come. */
        void endIfIdle();

        /** Any thread: resets the connection if a thread waits for the client to take a response; else does nothing. */
        default void endIfSending() {
        }
    }

    /** How a connection ended that was open when the shutdown began. */
    public enum Ending {
        /** It had no request, or its client had left. */
        IDLE,
        /** Its last request got a response. */
        ANSWERED,
        /** The same, but with 502 or 504: service two failed, was late, or was gone. */
        FAILED,
        /** It got a 503. */
        REFUSED,
        /** The time for answers was over in the middle of a request or a response. */
        CUT_OFF;

        /** The ending of a connection whose last response had this status. */
        public static Ending of(int status) {
            return switch (status) {
                case 502, 504 -> FAILED;
                case Refusals.UNAVAILABLE -> REFUSED;
                default -> ANSWERED;
            };
        }
    }

    private static final Logger LOG = System.getLogger(ClientSocket.class.getName());

    private final SocketChannel channel;
    private final OpenConnections connections;
    private final ConnectionMeter meter;
    private final long acceptedAt = System.nanoTime();
    private final AtomicReference<Ending> ending = new AtomicReference<>(Ending.IDLE);
    private volatile Connection connection = () -> { };      // until a drain has taken the socket for the first time

    ClientSocket(SocketChannel channel, OpenConnections connections, ConnectionMeter meter) {
        this.channel = channel;
        this.connections = connections;
        this.meter = meter;
    }

    public SocketChannel channel() {
        return channel;
    }

    @Override
    public ConnectionMeter meter() {
        return meter;
    }

    /** What the mode has created for this socket. */
    public Connection connection() {
        return connection;
    }

    public void setConnection(Connection connection) {
        this.connection = connection;
    }

    /**
     * Any thread: ends the connection soon if it only waits for a request, unless its first request may be on its way.
     */
    void endIfIdle(long graceMillis) {
        if (!isNew(graceMillis)) {
            connection.endIfIdle();
        }
    }

    /** Any thread: whether the service is stopping, so that no connection is kept alive. */
    public boolean isShuttingDown() {
        return connections.isShuttingDown();
    }

    /** Whether it was accepted less than {@code graceMillis} ago, so that its first request may be on its way. */
    public boolean isNew(long graceMillis) {
        return System.nanoTime() - acceptedAt < graceMillis * 1_000_000;
    }

    /** Any thread: sets how the connection ends, before it is closed. */
    public void endsAs(Ending ending) {
        this.ending.compareAndSet(Ending.IDLE, ending);
    }

    Ending ending() {
        return ending.get();
    }

    /** Whether there are unread bytes that can still be read. */
    public boolean hasUnread() throws IOException {
        return !channel.socket().isInputShutdown() && channel.socket().getInputStream().available() > 0;
    }

    /** Whether the socket is closed: an event loop closes it when the selector reports a reset. */
    @Override
    public boolean hasLeft() {
        return !channel.isOpen();
    }

    /**
     * Any thread: makes the close a reset. After an ordinary close, the kernel would keep the bytes for a slow client
     * for minutes, even after the service's end.
     */
    public void resetOnClose() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // The socket is closed already.
        }
    }

    /**
     * Any thread: closes the socket because serving it failed. The thread goes on: one connection's failure, even an
     * {@link Error}, does not affect others. Usually the client has broken the connection, which is not worth a line in
     * the log.
     */
    public void fail(Throwable failure) {
        try {
            close();
        } catch (Throwable unclosable) {
            // Closing failed, too, for lack of memory. There will be some again.
        }
        FailureLog.logUnlessIoFailed(LOG, "while serving a connection", failure);
    }

    /** Any thread, at any time: closes the socket, and gives its permit back. */
    @Override
    public void close() {
        Quietly.close(channel);
        connections.leave(this);
    }
}
