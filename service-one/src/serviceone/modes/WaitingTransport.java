package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import common.io.Quietly;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.server.ClientSocket;

/**
 * {@code loom}: the thread waits for its client in a blocking read or write. If the client takes too long, the watchdog
 * ends the wait: it shuts down the socket's input, or resets the connection of a client that does not read.
 */
final class WaitingTransport implements Transport {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ClientSocket socket;
    private final SocketChannel channel;
    private final int writeMillis;
    private final Deadline reading;
    private final Deadline writing;
    private volatile boolean idle = true;      // waits for a first byte

    WaitingTransport(ClientSocket socket, EventLoop watchdog, int writeMillis) {
        this.socket = socket;
        this.channel = socket.channel();
        this.writeMillis = writeMillis;
        reading = new Deadline(watchdog, this::endInput);
        writing = new Deadline(watchdog, this::reset);
    }

    @Override
    public int read(ByteBuffer in, long millis) throws IOException {
        if (socket.isRefusing() && !socket.hasUnread()) {
            return -1;
        }
        reading.set(millis);
        int read = channel.read(in);
        if (!reading.clear() && read < 0 && !idle) {
            throw new SocketTimeoutException();
        }
        idle = false;
        return read;
    }

    /** Postpones a pending interrupt, which would close the channel. */
    @Override
    public void write(byte[] bytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            writing.set(writeMillis);
            ByteBuffer out = ByteBuffer.wrap(bytes);
            while (out.hasRemaining()) {
                channel.write(out);
            }
            writing.clear();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void reset() {
        Quietly.resetOnClose(channel);
        Quietly.close(channel);
    }

    @Override
    public ByteBuffer unsent() {
        return NOTHING;
    }

    @Override
    public boolean keepsThread() {
        idle = true;
        return true;
    }

    @Override
    public boolean later(long millis, Answer answer) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the answer is early, because the service is stopping
        }
        return answer.write();
    }

    @Override
    public void endIfIdle() {
        if (idle) {
            endInput();
        }
    }

    @Override
    public void refuse() {
        endInput();
    }

    /** The thread still reads what has come. */
    private void endInput() {
        try {
            if (!socket.hasUnread()) {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            Quietly.close(channel);      // the connection is broken
        }
    }

    @Override
    public void release() {
        reading.drop();
        writing.drop();
    }

    @Override
    public void close() {
        release();
        socket.close();
    }
}
