package serviceone.server;

import module java.base;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.FailureLog;
import common.io.Lingering;
import common.io.Quietly;
import java.lang.System.Logger;
import serviceone.meter.ConnectionMeter;

/**
 * A client's socket, which counts towards the limit on connections.
 *
 * <p>It has one owner at a time: the queue, then the mode's connection, finally {@link Lingering}. Other threads may
 * call only methods marked "any thread".
 */
public final class ClientSocket implements Lingering.Owner {
    // states: OPEN -> CLOSED
    /** Serves the socket in the mode's way. */
    public interface Connection {
        /** Returns when the connection has ended, or needs no thread until the client or a timer comes. */
        void serve() throws IOException, InterruptedException;

        /** On the thread that serves, after a failure. */
        default void end() {
        }

        /** Any thread: ends the connection soon if no byte of a request has come. */
        default void endIfIdle() {
        }

        /** Any thread: answers a request that has come with 503, and ends the connection. */
        default void refuse() {
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
        CUT_OFF
    }

    private static final Logger LOG = System.getLogger(ClientSocket.class.getName());
    /** Before a drain takes the socket. */
    private static final Connection UNTAKEN = () -> { };

    private final SocketChannel channel;
    private final OpenConnections connections;
    private final ConnectionMeter meter;
    private final long acceptedAt;
    private final AtomicReference<Ending> ending = new AtomicReference<>(Ending.IDLE);
    private List<Deadline> deadlines = List.of();      // complete when serving begins; async has its own
    private long queuedAt;
    private volatile int lastStatus;
    private volatile Connection connection = UNTAKEN;

    ClientSocket(SocketChannel channel, OpenConnections connections, ConnectionMeter meter, long acceptedAt) {
        this.channel = channel;
        this.connections = connections;
        this.meter = meter;
        this.acceptedAt = acceptedAt;
        this.queuedAt = acceptedAt;
    }

    public SocketChannel channel() {
        return channel;
    }

    public ConnectionMeter meter() {
        return meter;
    }

    /**
     * Serves the socket on this thread. A failure ends the connection, never the thread.
     *
     * @param maker for a socket that is served for the first time
     */
    public void serve(Function<ClientSocket, Connection> maker) {
        try {
            if (!isTaken()) {
                connection = maker.apply(this);
            }
            connection.serve();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            connection.end();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Any thread. */
    Connection connection() {
        return connection;
    }

    boolean isTaken() {
        return connection != UNTAKEN;
    }

    void queued(long now) {
        queuedAt = now;
        meter.queued(now);
    }

    /** When the socket was last put into the queue. */
    public long queuedAt() {
        return queuedAt;
    }

    /** Any thread: spares a connection that was accepted later, because its first request may be on its way. */
    void endIfIdle(long acceptedBefore) {
        if (acceptedAt - acceptedBefore <= 0) {
            connection.endIfIdle();
        }
    }

    /** Any thread. During a shutdown, no connection is kept alive. */
    public boolean isShuttingDown() {
        return connections.isShuttingDown();
    }

    /** Any thread. When the shutdown's time is over, each request is answered with 503. */
    public boolean isRefusing() {
        return connections.isRefusing();
    }

    /** Any thread. Only the first call counts, and none after the close. */
    void endsAs(Ending ending) {
        this.ending.compareAndSet(Ending.IDLE, ending);
    }

    Ending ending() {
        return ending.get();
    }

    /** The status of the connection's last response, before it is sent. */
    public void lastAnswer(int status) {
        lastStatus = status;
    }

    @Override
    public void answered() {
        endsAs(switch (lastStatus) {
            case 502, 504 -> Ending.FAILED;
            case 503 -> Ending.REFUSED;
            default -> Ending.ANSWERED;
        });
    }

    /** Whether bytes have come that nobody has read. Returns false if the connection is broken. */
    public boolean hasUnread() {
        try {
            return !channel.socket().isInputShutdown() && channel.socket().getInputStream().available() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns whether the client has reset the connection, after reading what has come. A client that has half-closed
     * the connection may still wait for its answer (RFC 9112, 9.6).
     *
     * @param input if it is full, nothing can be read, and the method returns false
     */
    public boolean isReset(ByteBuffer input) {
        boolean waits = channel.isBlocking();
        input.compact();
        try {
            channel.configureBlocking(false);
            channel.read(input);
            channel.configureBlocking(waits);
            return false;
        } catch (IOException e) {
            return true;      // the channel is broken, so its mode no longer matters
        } finally {
            input.flip();
        }
    }

    /** A deadline that ends with the connection. */
    public Deadline deadline(EventLoop loop, Runnable onPassed) {
        Deadline deadline = new Deadline(loop, onPassed);
        deadlines = Stream.concat(deadlines.stream(), Stream.of(deadline)).toList();
        return deadline;
    }

    /** Any thread: a thread that waits for the client sees the end of the input. */
    public void shutDownInput() {
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            Quietly.close(channel);      // the connection is broken
        }
    }

    /**
     * Ends the connection when the client has its last answer. With bytes left to send or to read, an immediate close
     * might cost the client that answer.
     *
     * @param unparsed whether bytes have been read that belong to no answered request
     */
    public void endAfter(int status, boolean unparsed, ByteBuffer unsent, EventLoop loop, Settings settings) {
        lastStatus = status;
        deadlines.forEach(Deadline::drop);
        if (unsent.hasRemaining() || unparsed || hasUnread()) {
            Lingering.begin(loop, channel, unsent, settings.writeMillis(), settings.graceMillis(), this);
        } else {
            answered();
            close();
        }
    }

    /**
     * Any thread: closes a socket that could not be served. An I/O failure is not logged, because usually the client
     * has left.
     */
    public void fail(Throwable failure) {
        connection.end();
        close();
        FailureLog.logUnlessIoFailed(LOG, "while serving a connection", failure);
    }

    /** Any thread. The client has not taken its response in time. */
    @Override
    public void reset(SocketChannel channel) {
        endsAs(Ending.CUT_OFF);
        Lingering.Owner.super.reset(channel);
    }

    /** Any thread, any number of times. */
    @Override
    public void close() {
        deadlines.forEach(Deadline::drop);
        Quietly.close(channel);
        connections.leave(this);
    }
}
