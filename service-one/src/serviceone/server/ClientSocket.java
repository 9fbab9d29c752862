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
 * A client's socket that counts against a limit. Its membership in {@link OpenConnections} is its permit, which
 * {@link #close} gives back exactly once, whichever thread closes it first.
 *
 * <p>One owner at a time uses it: the queue, the connection that a mode makes of it, {@link Lingering} in the end. The
 * queue hands what one owner wrote to the next. Any thread may call what is said to be for any thread.
 */
public final class ClientSocket implements Closeable, Call.Requester {
    // states: OPEN -> CLOSED; how it ends is what was said of it first, by whichever thread
    /** What a mode makes of a socket that its drain has taken. */
    public interface Connection {
        /** Any thread: ends it, soon, if it only waits for a request and none has come. */
        void endIfIdle();

        /** Any thread: resets it if a thread waits for its client to take a response. Otherwise it stays. */
        default void endIfSending() {
        }
    }

    /** How a client's connection ended that was open when the server was stopped. */
    public enum Ending {
        /** It had asked for nothing, or its client went away. */
        IDLE,
        /** Its last request got a response. */
        ANSWERED,
        /** The same, but that was a 502 or 504: service two failed, was late, or has gone away. */
        FAILED,
        /** It got a 503. */
        REFUSED,
        /** The time for answering was over in the middle of a request or a response. */
        CUT_OFF;

        /** Of a connection that got this status last. */
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
    private final long since = System.nanoTime();
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

    /** What the mode has made of it. */
    public Connection connection() {
        return connection;
    }

    public void servedBy(Connection connection) {
        this.connection = connection;
    }

    /** Any thread: ends the connection, soon, if it only waits for a request; not while the first may be on its way. */
    void endIfIdle(long graceMillis) {
        if (!isNew(graceMillis)) {
            connection.endIfIdle();
        }
    }

    /** Any thread: then no connection is kept alive. */
    public boolean isShuttingDown() {
        return connections.isShuttingDown();
    }

    /** Whether it was accepted less than so long ago: then its first request may still be on its way. */
    public boolean isNew(long graceMillis) {
        return System.nanoTime() - since < graceMillis * 1_000_000;
    }

    /** Any thread: says how it ends, before it is closed. */
    public void endsAs(Ending ending) {
        this.ending.compareAndSet(Ending.IDLE, ending);
    }

    Ending ending() {
        return ending.get();
    }

    /** Whether bytes have come that nobody has read, and that can still be read. */
    public boolean hasUnread() throws IOException {
        return !channel.socket().isInputShutdown() && channel.socket().getInputStream().available() > 0;
    }

    /** Whether it is closed: an event loop closes it when its selector reports a reset. */
    @Override
    public boolean hasLeft() {
        return !channel.isOpen();
    }

    /**
     * Any thread: from now on, closing it resets it. What a late client has not taken would stay with the kernel for
     * minutes after a usual close, even when the service has ended.
     */
    public void resetOnClose() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // It is closed already.
        }
    }

    /**
     * Any thread: closes it because what was done for it has thrown this. The thread goes on: the failure of one
     * connection, be it an {@link Error}, is its own. Mostly its client has broken it, which is no news.
     */
    public void fail(Throwable failure) {
        try {
            close();
        } catch (Throwable unclosable) {
            // Even that fails where there is no memory; there will be some again, for the next one.
        }
        FailureLog.logUnlessOthers(LOG, "while serving a connection", failure);
    }

    /** Any thread: closes it, whatever is being done with it, and gives its permit back. */
    @Override
    public void close() {
        Quietly.close(channel);
        connections.leave(this);
    }
}
