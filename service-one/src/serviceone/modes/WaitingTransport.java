package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.server.ClientSocket;
import serviceone.server.Settings;

/**
 * {@code loom}: the thread waits for its client in a blocking read or write. If an idle client takes
 * too long, the watchdog shuts down the socket's input. It resets the connection of a client that does not read.
 */
public final class WaitingTransport implements Transport {
    private final ClientSocket socket;
    private final EventLoop watchdog;
    private final Settings settings;
    private final Deadline reading;
    private final Deadline writing;
    private volatile boolean idle = true;      // waits for a first byte

    public WaitingTransport(ClientSocket socket, EventLoop watchdog, Settings settings) {
        this.socket = socket;
        this.watchdog = watchdog;
        this.settings = settings;
        reading = socket.deadline(watchdog, this::refuse);
        writing = socket.deadline(watchdog, () -> socket.reset(socket.channel()));
    }

    @Override
    public int read(ByteBuffer in, long millis) throws IOException {
        if (socket.isRefusing() && !socket.hasUnread()) {
            return -1;
        }
        if (!idle) {
            return readRest(in, millis);
        }
        reading.set(millis);
        int read = socket.channel().read(in);
        reading.clear();
        idle = false;
        return read;
    }

    /**
     * With a socket timeout, because a client that goes on sending could not read its 408 once the input is shut down.
     * Each timeout costs a timer, but few requests come in pieces.
     */
    private int readRest(ByteBuffer in, long millis) throws IOException {
        socket.channel().socket().setSoTimeout((int) Math.max(1, millis));      // 0 would be no timeout
        try {
            int read = socket.channel().socket().getInputStream().read(in.array(), in.position(), in.remaining());
            in.position(in.position() + Math.max(0, read));
            return read;
        } catch (SocketTimeoutException e) {
            return -1;
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        writing.set(settings.writeMillis());
        for (ByteBuffer out = ByteBuffer.wrap(bytes); out.hasRemaining(); ) {
            socket.channel().write(out);
        }
        writing.clear();
        socket.meter().sent();
    }

    @Override
    public boolean keepsThread() {
        idle = true;
        return true;
    }

    @Override
    public boolean later(long millis, Writing response) throws IOException, InterruptedException {
        Thread.sleep(millis);
        return response.write();
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
