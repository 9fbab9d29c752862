package serviceone.server;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Ends a connection so that its client sees the last answer: where bytes are left unread, closing at once makes the
 * kernel send a reset, which may overtake the answer (RFC 9112, 9.6). So it sends what is left to send, half-closes,
 * and reads and drops what still comes, until the client closes too or some time has passed. The same in all
 * modes, on an event loop, so that no thread of the pool is kept for it.
 *
 * <p>Owns the socket from {@link #begin} on. Runs on the loop's thread alone.
 */
public final class Lingering implements EventLoop.Handler {
    // states: SENDING -> HALF_CLOSED -> CLOSED, as the socket tells: unsent bytes, then none, then closed
    private final EventLoop loop;
    private final ClientSocket socket;
    private final ByteBuffer unsent;
    private final Settings settings;
    private final Deadline deadline = new Deadline(this::late);

    private Lingering(EventLoop loop, ClientSocket socket, ByteBuffer unsent, Settings settings) {
        this.loop = loop;
        this.socket = socket;
        this.unsent = unsent;
        this.settings = settings;
    }

    /**
     * Takes the socket over, from any thread that is not reading from it or writing to it any more.
     *
     * @param unsent   the end of what the client is to see
     * @param settings how long the client may take for that, and to close then
     */
    public static void begin(EventLoop loop, ClientSocket socket, ByteBuffer unsent, Settings settings) {
        loop.execute(new Lingering(loop, socket, unsent, settings)::begin);
    }

    private void begin() {
        deadline.set(settings.writeMillis());
        try {
            socket.channel().configureBlocking(false);
            send(loop.register(socket.channel(), SelectionKey.OP_WRITE, this));
        } catch (Throwable e) {      // a task of the loop, which would log it and leave the socket where it is
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

    private void late() {
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
