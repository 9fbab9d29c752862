package serviceone.modes;

import common.io.Deadline;
import common.io.Quietly;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.server.ClientSocket;

/**
 * {@code loom}: the thread waits for its client in a blocking read or write. When the client takes too long, the
 * watchdog ends the wait: it shuts down the socket's input, or resets the connection if the client does not read.
 */
final class WaitingConnection extends BlockingConnection {
    private final SocketChannel channel;
    private final Deadline silence = new Deadline(this::endIfIdle);
    private final Deadline writing = new Deadline(this::reset);
    private volatile boolean idle;

    WaitingConnection(ClientSocket socket, BlockingService service) {
        super(socket, service);
        channel = socket.channel();
        service.watchdog().watch(silence);
        service.watchdog().watch(writing);
    }

    @Override
    int read(ByteBuffer in) throws IOException {
        return isWithinRequest() ? readRest(in) : readFirst(in);
    }

    private int readFirst(ByteBuffer in) throws IOException {
        idle = true;
        silence.set(meter.isFirst() ? millisForRequest() : service.settings().idleMillis());
        int read = channel.read(in);
        idle = false;
        silence.clear();
        return read;
    }

    /**
     * Waits with a socket timeout, so that this thread can answer 408. A socket timeout costs more than the watchdog,
     * but few requests come in pieces.
     */
    private int readRest(ByteBuffer in) throws IOException {
        long millis = millisForRequest();
        if (millis <= 0 && !socket.hasUnread()) {
            throw new SocketTimeoutException();
        }
        channel.socket().setSoTimeout((int) Math.max(1, millis));      // 0 would be no timeout
        InputStream input = channel.socket().getInputStream();
        int read = input.read(in.array(), in.position(), in.remaining());
        in.position(in.position() + Math.max(0, read));
        return read;
    }

    /** Postpones a pending interrupt, which would close the channel. */
    @Override
    boolean write(ByteBuffer out) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            writeAll(out);
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void writeAll(ByteBuffer out) throws IOException {
        writing.set(service.settings().writeMillis());
        while (out.hasRemaining()) {
            channel.write(out);
        }
        if (!writing.clear()) {
            throw new IOException("the client took its response too slowly");
        }
    }

    private void reset() {
        socket.resetOnClose();
        Quietly.close(channel);
    }

    @Override
    boolean keepOrHandOver() {
        return true;
    }

    @Override
    public void endIfIdle() {
        try {
            if (idle && !socket.hasUnread()) {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            Quietly.close(channel);      // the connection is broken
        }
    }

    @Override
    public void endIfSending() {
        if (writing.clear()) {
            socket.endsAs(ClientSocket.Ending.CUT_OFF);
            reset();
        }
    }

    @Override
    void release() {
        service.watchdog().unwatch(silence);
        service.watchdog().unwatch(writing);
    }

    @Override
    void close() {
        release();
        socket.close();
    }
}
