package serviceone.calls;

import common.http.MessageException;
import common.http.ResponseParser;
import common.io.Quietly;
import common.io.Watchdog;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection to service two that one thread at a time uses and waits on. */
final class BlockingCallConnection extends PooledConnection {
    private static final int BUFFER_BYTES = 256;

    private final ServiceTwoAddress serviceTwo;
    private final Watchdog watchdog;
    private final ResponseParser parser = new ResponseParser(LIMITS);
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

    private BlockingCallConnection(SocketChannel channel, ServiceTwoAddress serviceTwo, Watchdog watchdog) {
        super(channel);
        this.serviceTwo = serviceTwo;
        this.watchdog = watchdog;
        watchdog.add(deadline);
    }

    /** @throws SocketTimeoutException if service two does not take the connection in time */
    static BlockingCallConnection connect(ServiceTwoAddress serviceTwo, Watchdog watchdog) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(serviceTwo.address(), serviceTwo.connectMillis());
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new BlockingCallConnection(channel, serviceTwo, watchdog);
        } catch (IOException | RuntimeException | Error e) {
            Quietly.close(channel);
            throw e;
        }
    }

    /**
     * Sends the request and waits for its answer.
     *
     * @throws SocketTimeoutException if the answer is late
     */
    Answer exchange(Call<?> call) throws IOException, MessageException {
        deadline.set(serviceTwo.answerMillis());
        try {
            write(ByteBuffer.wrap(call.encode(serviceTwo)));
            boolean complete = parser.parse(buffer);
            while (!complete) {
                complete = readMore();
            }
            return answered(parser);
        } catch (IOException e) {
            throw deadline.hasPassed() ? late(e) : e;
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
        int read = channel.read(buffer.clear());
        buffer.flip();
        if (read < 0 && !parser.endOfInput()) {
            throw new IOException("service two closed the connection");
        }
        return read < 0 || parser.parse(buffer);
    }

    private static SocketTimeoutException late(IOException e) {
        SocketTimeoutException late = new SocketTimeoutException("service two is late");
        late.initCause(e);
        return late;
    }

    /** Ends the call; true if the connection can be reused. The caller puts it back then, and else closes it. */
    boolean canBeReused() {
        return deadline.clear() && parser.keepAlive() && !buffer.hasRemaining();
    }

    @Override
    boolean isWithinAnswer() {
        return !parser.isBetweenMessages();
    }

    /** On the watchdog's thread: wakes the one that waits. */
    @Override
    void late() {
        close();
    }

    @Override
    void close() {
        watchdog.remove(deadline);
        super.close();
    }
}
