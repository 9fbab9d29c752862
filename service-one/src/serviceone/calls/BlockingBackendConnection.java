package serviceone.calls;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.deadlines.Deadline;
import serviceone.deadlines.Watchdog;
import serviceone.http.MessageException;
import serviceone.http.ResponseParser;

/**
 * A connection to service two that one thread at a time uses and waits on. Owns its socket. Between two calls it lies in
 * the {@link BlockingClient}'s pool, whose queue hands over to the next user what the last one wrote.
 */
final class BlockingBackendConnection implements AutoCloseable {
    /** The connection, used before, was closed by service two and not a byte of an answer came: safe to try anew. */
    static final class StaleException extends IOException {
        private static final long serialVersionUID = 1;

        StaleException(Throwable cause) {
            super("a stale connection", cause);
        }
    }

    private static final int BUFFER_BYTES = 1024;

    private final SocketChannel channel;
    private final Backend backend;
    private final Watchdog watchdog;
    private final Deadline deadline = new Deadline(this::close);
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private final ResponseParser parser = new ResponseParser(Backend.LIMITS);
    private boolean used;
    private volatile long idleSince;      // read by the pool when it looks for connections to close

    private BlockingBackendConnection(SocketChannel channel, Backend backend, Watchdog watchdog) {
        this.channel = channel;
        this.backend = backend;
        this.watchdog = watchdog;
        watchdog.add(deadline);
    }

    /** @throws SocketTimeoutException if service two does not take the connection in time */
    static BlockingBackendConnection connect(Backend backend, Watchdog watchdog) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(backend.address(), backend.connectMillis());
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new BlockingBackendConnection(channel, backend, watchdog);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Sends the request and waits for its answer.
     *
     * @throws SocketTimeoutException if the answer is late
     * @throws StaleException         if the call can be made anew on another connection
     */
    Answer exchange(Call<?> call) throws IOException, MessageException {
        boolean reused = used;
        used = true;
        deadline.set(backend.answerMillis() * 1_000_000L);
        try {
            write(ByteBuffer.wrap(call.encode(backend)));
            boolean complete = parser.parse(buffer);
            while (!complete) {
                complete = readMore();
            }
            deadline.clear();
            return new Answer(parser.status(), parser.body());
        } catch (IOException e) {
            throw deadline.hasPassed() ? late(e) : reused && parser.isBetweenMessages() ? new StaleException(e) : e;
        }
    }

    /** On a virtual thread even a blocking channel may take a part only. */
    private void write(ByteBuffer request) throws IOException {
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Waits for more of the answer; returns whether that completes it. */
    private boolean readMore() throws IOException, MessageException {
        buffer.clear();
        int read = channel.read(buffer);
        buffer.flip();
        if (read >= 0) {
            return parser.parse(buffer);
        }
        if (!parser.endOfInput()) {
            throw new IOException("service two closed the connection");
        }
        return true;
    }

    private static SocketTimeoutException late(IOException e) {
        SocketTimeoutException late = new SocketTimeoutException("service two is late");
        late.initCause(e);
        return late;
    }

    boolean canBeReused() {
        return parser.keepAlive() && !buffer.hasRemaining() && channel.isOpen() && !deadline.hasPassed();
    }

    /** Whether something came that nobody asked for, which must not be taken for the answer to the next call. */
    boolean hasUnread() throws IOException {
        return channel.socket().getInputStream().available() > 0;
    }

    void idle() {
        idleSince = System.nanoTime();
    }

    boolean isIdleTooLong(long now) {
        return now - idleSince > Backend.IDLE_NANOS;
    }

    @Override
    public void close() {
        watchdog.remove(deadline);
        try {
            channel.close();
        } catch (IOException e) {
            // it is of no use any more, closed properly or not
        }
    }
}
