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
 * A client's socket, which counts towards the limit on connections.
 *
 * <p>It has one owner at a time: the queue, then the mode's connection, finally {@link Lingering}. Other threads may
 * call only methods marked "any thread".
 */
public final class ClientSocket implements Closeable, Call.Requester {
    // states: OPEN -> CLOSED
    public interface Connection {
        /** Any thread: ends the connection soon if no byte of a request has come. */
        void endIfIdle();

        /** Any thread: resets the connection if its thread waits for the client to read. */
        default void endIfSending() {
        }
    }

    /** How a connection ended during a shutdown. */
    public enum Ending {
        /** No request was in flight. */
        IDLE,
        ANSWERED,
        /** Answered with 502 or 504, because service two failed. */
        FAILED,
        /** Answered with 503. */
        REFUSED,
        /** Ended in the middle of a request or a response. */
        CUT_OFF;

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
    private volatile Connection connection = () -> { };      // until a drain takes the socket

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

    /** Any thread. */
    public Connection connection() {
        return connection;
    }

    public void setConnection(Connection connection) {
        this.connection = connection;
    }

    /** Any thread: spares a new connection, because its first request may be on its way. */
    void endIfIdle(long graceMillis) {
        if (!isNew(graceMillis)) {
            connection.endIfIdle();
        }
    }

    /** Any thread. During a shutdown, no connection is kept alive. */
    public boolean isShuttingDown() {
        return connections.isShuttingDown();
    }

    public boolean isNew(long graceMillis) {
        return System.nanoTime() - acceptedAt < graceMillis * 1_000_000;
    }

    /** Any thread. Only the first call counts, and none after the close. */
    public void endsAs(Ending ending) {
        this.ending.compareAndSet(Ending.IDLE, ending);
    }

    Ending ending() {
        return ending.get();
    }

    public boolean hasUnread() throws IOException {
        return !channel.socket().isInputShutdown() && channel.socket().getInputStream().available() > 0;
    }

    /** For {@code async}: its event loop closes the socket when the client has left. */
    @Override
    public boolean hasLeft() {
        return !channel.isOpen();
    }

    /** Any thread. After an ordinary close, the kernel would keep unsent bytes for minutes. */
    public void resetOnClose() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // the socket is closed
        }
    }

    /**
     * Any thread: closes a socket that could not be served. An I/O failure is not logged, because usually the client
     * has left.
     */
    public void fail(Throwable failure) {
        try {
            close();
        } catch (Throwable unclosable) {
            // no memory for the close
        }
        FailureLog.logUnlessIoFailed(LOG, "while serving a connection", failure);
    }

    /** Any thread, any number of times. */
    @Override
    public void close() {
        Quietly.close(channel);
        connections.leave(this);
    }
}
