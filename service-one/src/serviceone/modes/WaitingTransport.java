package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import common.io.Quietly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.server.ClientSocket;
import serviceone.server.Settings;

/**
 * {@code loom}: the thread waits for its client in a blocking read or write. If the client takes too long, the watchdog
 * ends the wait: it shuts down the socket's input, or resets the connection of a client that does not read.
 */
public final class WaitingTransport implements Transport {
    private final ClientSocket socket;
    private final SocketChannel channel;
    private final EventLoop watchdog;
    private final Settings settings;
    private final Deadline reading;
    private final Deadline writing;
    private volatile boolean idle = true;      // waits for a first byte

    public WaitingTransport(ClientSocket socket, EventLoop watchdog, Settings settings) {
        this.socket = socket;
        this.channel = socket.channel();
        this.watchdog = watchdog;
        this.settings = settings;
        reading = socket.deadline(watchdog, this::refuse);
        writing = socket.deadline(watchdog, () -> Quietly.reset(channel));
    }

    @Override
    public int read(ByteBuffer in, long millis) throws IOException {
        if (socket.isRefusing() && !socket.hasUnread()) {
            return -1;
        }
        reading.set(millis);
        int read = channel.read(in);
        reading.clear();
        idle = false;
        return read;
    }

    /** Postpones a pending interrupt, which would close the channel. */
    @Override
    public void write(byte[] bytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        writing.set(settings.writeMillis());
        try {
            for (ByteBuffer out = ByteBuffer.wrap(bytes); out.hasRemaining(); ) {
                channel.write(out);
            }
        } finally {
            writing.clear();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        socket.meter().sent();
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
            Thread.currentThread().interrupt();      // the service is stopping, so the answer may be early
        }
        return answer.write();
    }

    @Override
    public void endIfIdle() {
        if (idle) {
            refuse();
        }
    }

    /** What has come is still read. */
    @Override
    public void refuse() {
        if (!socket.hasUnread()) {
            socket.shutDownInput();
        }
    }

    @Override
    public void endAfter(int status, boolean unparsed) {
        socket.endAfter(status, unparsed, ByteBuffer.allocate(0), watchdog, settings);
    }

    @Override
    public void end() {
        socket.close();
    }
}
