package serviceone.server;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Ends a connection so that its client gets the last answer: if the service closed it with unread bytes, the kernel
 * would send a reset, which may overtake the answer (RFC 9112, 9.6). So this sends the rest, closes the service's half,
 * and reads and drops what still comes, until the client closes, too, or time is up. All modes do this on an event
 * loop, so that no pool thread is occupied.
 *
 * <p>Owns the socket from {@link #begin} on. Runs on the loop's thread alone.
 */
public final class Lingering implements EventLoop.Handler {
    // states: SENDING (bytes unsent) -> HALF_CLOSED -> CLOSED
    private final EventLoop loop;
    private final ClientSocket socket;
    private final ByteBuffer unsent;
    private final Settings settings;
    private final Deadline deadline = new Deadline(this::onLate);

    private Lingering(EventLoop loop, ClientSocket socket, ByteBuffer unsent, Settings settings) {
        this.loop = loop;
        this.socket = socket;
        this.unsent = unsent;
        this.settings = settings;
    }

    /**
     * Takes over the socket; any thread may call this, once it no longer reads from or writes to the socket.
     *
     * @param unsent   the rest of the answer
     * @param settings the time limits for the client to read the rest, and then to close
     */
    public static void begin(EventLoop loop, ClientSocket socket, ByteBuffer unsent, Settings settings) {
        loop.execute(new Lingering(loop, socket, unsent, settings)::begin);
    }

    private void begin() {
        deadline.set(settings.writeMillis());
        try {
            socket.channel().configureBlocking(false);
            send(loop.register(socket.channel(), SelectionKey.OP_WRITE, this));
        } catch (Throwable e) {      // nobody else would close the socket
            failed(e);
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isWritable()) {
            send(key);
        } else if (socket.channel().read(loop.buffer()) < 0) {
            socket.close();
        }
    }

    private void send(SelectionKey key) throws IOException {
        socket.channel().write(unsent);
        if (!unsent.hasRemaining()) {
            socket.channel().shutdownOutput();
            socket.endsAs(ClientSocket.Ending.ANSWERED);
            deadline.set(settings.graceMillis());
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void onLate() {
        if (unsent.hasRemaining()) {
            socket.resetOnClose();
        }
        socket.close();
    }

    @Override
    public void failed(Throwable failure) {
        socket.fail(failure);
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }
}
