package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.server.ClientSocket;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * {@code loom}: the thread waits for its client in a blocking read or write. The watchdog ends a wait that takes too
 * long: it shuts down the input of an idle client, and resets the connection of a client that does not read. The wait
 * for the rest of a request ends by a socket timeout.
 */
public final class WaitingTransport implements Transport {
    private final ClientSocket socket;
    private final SocketQueue queue;
    private final EventLoop watchdog;
    private final Settings settings;
    private final Deadline reading;
    private final Deadline writing;
    private volatile boolean idle;      // waits for a first byte

    public WaitingTransport(ClientSocket socket, SocketQueue queue, EventLoop watchdog, Settings settings) {
        this.socket = socket;
        this.queue = queue;
        this.watchdog = watchdog;
        this.settings = settings;
        reading = socket.deadline(watchdog, this::stopWaiting);
        writing = socket.deadline(watchdog, () -> socket.reset(socket.channel()));
    }

    @Override
    public int read(ByteBuffer in, long millis, boolean begun) throws IOException {
        if (socket.isRefusing() && !socket.hasUnread()) {
            return -1;
        }
        if (begun) {
            return readRest(in, millis);
        }
        idle = true;
        reading.set(millis);
        int read = socket.channel().read(in);
        reading.clear();
        idle = false;
        return read;
    }

    /** If the input were shut down, a client that goes on sending could not read its 408. */
    private int readRest(ByteBuffer in, long millis) throws IOException {
        socket.channel().socket().setSoTimeout((int) Math.max(1, millis));      // 0 would be no timeout
        try {
            int read = socket.channel().socket().getInputStream().read(in.array(), in.position(), in.remaining());
            in.position(in.position() + Math.max(0, read));
            socket.meter().requestGoesOn();
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

    /**
     * A client that never pauses would keep the carrier, so its next turn has a thread of its own, at the end of the
     * queue. {@link Thread#yield} lets only those go first that the same carrier has run.
     */
    @Override
    public boolean handOver(boolean hasMore) {
        if (hasMore) {
            queue.put(socket);
        }
        return hasMore;
    }

    @Override
    public boolean later(long millis, Writing response) throws IOException, InterruptedException {
        socket.meter().waits();
        Thread.sleep(millis);
        return response.write();
    }

    @Override
    public void endIfIdle() {
        if (idle) {
            stopWaiting();
        }
    }

    /** What has come is still read. */
    @Override
    public void stopWaiting() {
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
