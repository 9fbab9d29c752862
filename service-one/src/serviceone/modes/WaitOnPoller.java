package serviceone.modes;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import serviceone.io.Deadline;
import serviceone.io.EventLoop;
import serviceone.io.FailureLog;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;

/**
 * {@code pool}: the thread does not wait for its client. It goes on to the next socket, and the connection waits here,
 * on an event loop, until its client has sent something; then it goes to the end of the queue. So an idle, silent or
 * slow client holds no thread. What a client does not take of a response at once, the loop sends.
 *
 * <p>The connection belongs to the loop's thread while it is parked, and otherwise to the queue or to a thread of the
 * pool. {@link EventLoop#execute} hands it to the loop, the queue hands it back.
 */
final class WaitOnPoller extends ClientWait implements EventLoop.Handler {
    // states: SERVED -> PARKED (park) -> SERVED (comeBack); PARKED is a matter of the loop's thread alone
    private static final Logger LOG = System.getLogger(WaitOnPoller.class.getName());
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final EventLoop loop;
    private final Deadline deadline = new Deadline(this::late);
    private BlockingConnection connection;
    private ByteBuffer unsent = NOTHING;
    private SelectionKey key;      // null until it is parked for the first time
    private boolean parked;

    WaitOnPoller(ClientSocket socket, BlockingService service) throws IOException {
        super(socket, service);
        loop = service.watchdog().loop();
        socket.channel().configureBlocking(false);
    }

    @Override
    int read(ByteBuffer in, boolean withinRequest) throws IOException {
        return socket.channel().read(in);
    }

    @Override
    boolean write(ByteBuffer out) throws IOException {
        socket.channel().write(out);
        unsent = out.hasRemaining() ? out : NOTHING;
        return unsent == NOTHING;
    }

    /** One request, and the thread is free for the next socket: so a client that pipelines does not keep a thread. */
    @Override
    boolean keepServing(BlockingConnection connection) {
        this.connection = connection;
        if (connection.hasInput() && !unsent.hasRemaining()) {
            service.queue().put(socket);
        } else {
            loop.execute(this::parkOrEnd);
        }
        return false;
    }

    private void parkOrEnd() {
        try {
            park();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    private void park() throws IOException {
        boolean sends = unsent.hasRemaining();
        deadline.set(sends ? service.settings().writeMillis() : millisForInput());
        key = loop.register(socket.channel(), sends ? SelectionKey.OP_WRITE : SelectionKey.OP_READ, this);
        parked = true;
    }

    private long millisForInput() {
        if (!socket.meter().isFirst() && !connection.isWithinRequest()) {
            return service.settings().idleMillis();
        }
        return millisForRequest();
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (unsent.hasRemaining()) {
            if (!write(unsent)) {
                return;
            }
            socket.meter().sent();
            if (!connection.hasInput()) {
                park();
                return;
            }
        }
        comeBack();
    }

    private void comeBack() {
        key.interestOps(0);
        deadline.clear();
        parked = false;
        service.queue().put(socket);
    }

    /** What has come already is read however late it is: the selector is about to tell of it. */
    private void late() {
        try {
            if (unsent.hasRemaining()) {
                end();
            } else if (!socket.hasUnread()) {
                endForSilence();
            }
        } catch (IOException e) {
            end();      // it is broken
        }
    }

    private void endForSilence() {
        if (connection.isWithinRequest()) {
            refuse(Refusals.late());
        } else {
            end();
        }
    }

    @Override
    void endIfIdle() {
        loop.execute(() -> {
            if (parked && !unsent.hasRemaining() && !connection.isWithinRequest()) {
                late();
            }
        });
    }

    @Override
    public void failed(Throwable failure) {
        end();
        FailureLog.logUnlessOthers(LOG, "while a connection waits for its client", failure);
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    void stop() {
        deadline.clear();
        parked = false;
    }

    /** A registered channel gives its descriptor back in the selector's next turn: so the loop closes it. */
    @Override
    void close() {
        stop();
        if (key == null) {
            socket.close();
        } else {
            loop.execute(socket::close);
        }
    }
}
