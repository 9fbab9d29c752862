package serviceone.server;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Ends a connection without losing the last answer. A close with unread bytes sends a reset, which may overtake the
 * answer (RFC 9112, 9.6). So this class sends the rest, half-closes the connection, and drops what still comes.
 *
 * <p>Owns the socket from {@link #begin} on. Runs on an event loop in all modes.
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
     * Any thread. The caller must not use the socket any more.
     *
     * @param unsent the rest of the answer
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
