package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;

/**
 * {@code pool}: no thread waits for the client. A thread parks the connection on the watchdog, an event loop. When
 * bytes come, the loop puts the connection back into the queue.
 *
 * <p>One compare-and-set parks a connection, another takes it back. The winner owns the connection and sees all
 * earlier writes. The selector keeps watching while a thread serves, because stopping it costs a system call.
 */
final class PolledConnection extends BlockingConnection implements EventLoop.Handler {
    // SERVED -> PARKED -> SERVED; SERVED -> UNWATCHED -> PARKED; any -> ENDED
    private enum State {
        /** A thread, the queue or a timer owns the connection. */
        SERVED,
        /** Like SERVED, but more bytes have come, so the selector has stopped watching. */
        UNWATCHED,
        /** The watchdog waits for the client. */
        PARKED,
        ENDED
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final EventLoop loop;
    private final AtomicReference<State> state = new AtomicReference<>(State.SERVED);
    private final Deadline deadline = new Deadline(this::onLate);
    private ByteBuffer unsent = NOTHING;
    private SelectionKey key;

    PolledConnection(ClientSocket socket, BlockingService service) throws IOException {
        super(socket, service);
        loop = service.watchdog();
        socket.channel().configureBlocking(false);
    }

    @Override
    int read(ByteBuffer in) throws IOException {
        return socket.channel().read(in);
    }

    @Override
    boolean write(ByteBuffer out) throws IOException {
        socket.channel().write(out);
        unsent = out.hasRemaining() ? out : NOTHING;
        return unsent == NOTHING;
    }

    /**
     * The thread takes the next socket even if this client's next request has come. Pipelining must not hold a thread.
     */
    @Override
    boolean keepOrHandOver() {
        if (unsent.hasRemaining()) {
            loop.execute(this::watch);
        } else if (hasInput()) {
            service.queue().put(socket);
        } else if (isWithinRequest() && millisForRequest() <= 0) {
            refuse(Refusals.late());
        } else {
            deadline.set(millisForInput());
            if (key == null || !state.compareAndSet(State.SERVED, State.PARKED)) {
                loop.execute(this::watch);
            }
        }
        return false;
    }

    private long millisForInput() {
        boolean idle = !meter.isFirst() && !isWithinRequest();
        return idle ? service.settings().idleMillis() : millisForRequest();
    }

    /** Only the loop may change what the selector watches. */
    private void watch() {
        try {
            boolean sends = unsent.hasRemaining();
            deadline.set(sends ? service.settings().writeMillis() : millisForInput());
            state.set(State.PARKED);
            key = loop.register(socket.channel(), sends ? SelectionKey.OP_WRITE : SelectionKey.OP_READ, this);
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    private boolean takeBack() {
        return state.compareAndSet(State.PARKED, State.SERVED);
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (takeBack()) {
            goOn();
        } else if (state.compareAndSet(State.SERVED, State.UNWATCHED) || state.get() == State.ENDED) {
            // otherwise each select would report the bytes until a thread reads them
            EventLoop.setInterest(SelectionKey.OP_READ | SelectionKey.OP_WRITE, false, key);
        }
    }

    private void goOn() throws IOException {
        if (!unsent.hasRemaining()) {
            if (receive() < 0) {
                end();
                return;
            }
        } else if (write(unsent)) {
            meter.sent();
        } else {
            state.set(State.PARKED);
            return;
        }
        if (hasInput()) {
            deadline.clear();
            service.queue().put(socket);
        } else {
            watch();
        }
    }

    private void onLate() {
        if (takeBack()) {
            endForLateness();
        } else if (state.get() != State.ENDED) {
            deadline.set(0);      // a thread may be parking the connection: look again at the next tick
        }
    }

    /** Bytes that have come are read, even if they are late. */
    private void endForLateness() {
        try {
            if (unsent.hasRemaining()) {
                socket.resetOnClose();
                end();
            } else if (socket.hasUnread()) {
                goOn();
            } else if (isWithinRequest()) {
                refuse(Refusals.late());
            } else {
                end();
            }
        } catch (IOException e) {
            end();      // the connection is broken
        }
    }

    @Override
    public void endIfIdle() {
        loop.execute(() -> {
            if (takeBack()) {
                endOrPark();
            }
        });
    }

    private void endOrPark() {
        try {
            if (unsent.hasRemaining() || isWithinRequest() || socket.hasUnread()) {
                state.set(State.PARKED);
            } else {
                end();
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    @Override
    public void failed(Throwable failure) {
        end();
        socket.fail(failure);
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    void release() {
        state.set(State.ENDED);
        deadline.clear();
    }

    /** The loop closes a registered channel, because the descriptor stays open until the loop's next select. */
    @Override
    void close() {
        release();
        if (key == null) {
            socket.close();
        } else {
            loop.execute(socket::close);
        }
    }
}
