package serviceone.calls;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import serviceone.deadlines.Deadline;
import serviceone.http.MessageException;
import serviceone.http.ResponseParser;
import serviceone.loop.EventLoop;

/**
 * A connection to service two that nobody waits on: the event loop calls when it can go on. Owns its channel; touched by
 * the loop's thread alone.
 */
final class AsyncBackendConnection implements EventLoop.Handler {
    // states: CONNECTING -> BUSY <-> IDLE -> CLOSED; `exchange` is set while CONNECTING or BUSY
    /** What becomes of a call on this connection: exactly one of the two is called, once. */
    interface Exchange {
        void answered(Answer answer);

        void failed(Throwable failure, boolean stale);
    }

    private final SocketChannel channel;
    private final Backend backend;
    private final EventLoop loop;
    private final Consumer<AsyncBackendConnection> onClosed;
    private final Deadline deadline = new Deadline(() -> fail(new SocketTimeoutException("service two is late")));
    private final ResponseParser parser = new ResponseParser(Backend.LIMITS);
    private SelectionKey key;
    private Exchange exchange;
    private ByteBuffer request;
    private boolean used;
    private boolean idle;
    private long idleSince;

    /** @param onClosed told when the connection is closed while it lies idle, so that nobody picks it */
    AsyncBackendConnection(Backend backend, EventLoop loop, Consumer<AsyncBackendConnection> onClosed) throws IOException {
        this.backend = backend;
        this.loop = loop;
        this.onClosed = onClosed;
        this.channel = SocketChannel.open();
        channel.configureBlocking(false);
    }

    /** Connects and makes its first call. */
    void connect(Call<?> call, Exchange exchange) {
        this.exchange = exchange;
        request = ByteBuffer.wrap(call.encode(backend));
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            deadline.set(backend.connectMillis() * 1_000_000L);
            boolean connected = channel.connect(backend.address());
            key = loop.register(channel, SelectionKey.OP_CONNECT, this);
            if (connected) {
                send();
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Makes a further call. */
    void call(Call<?> call, Exchange exchange) {
        this.exchange = exchange;
        idle = false;
        request = ByteBuffer.wrap(call.encode(backend));
        try {
            send();
        } catch (IOException e) {
            fail(e);
        }
    }

    private void send() throws IOException {
        deadline.set(backend.answerMillis() * 1_000_000L);
        write();
    }

    private void write() throws IOException {
        channel.write(request);
        int wanted = request.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.interestOps() != wanted) {
            key.interestOps(wanted);      // only on change: each costs a system call
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isConnectable()) {
            channel.finishConnect();
            send();
            return;
        }
        if (key.isWritable()) {
            write();
        }
        if (key.isReadable()) {
            read();
        }
    }

    private void read() throws IOException {
        ByteBuffer buffer = loop.buffer();
        int read = channel.read(buffer);
        if (exchange == null) {          // idle: service two closes the connection, or says what nobody asked for
            close();
            return;
        }
        try {
            if (read < 0 ? parser.endOfInput() : parser.parse(buffer.flip())) {
                complete(buffer.hasRemaining() && read > 0);
            } else if (read < 0) {
                fail(new IOException("service two closed the connection"));
            }
        } catch (MessageException e) {
            fail(e);
        }
    }

    private void complete(boolean surplus) {
        Answer answer = new Answer(parser.status(), parser.body());
        Exchange answered = exchange;
        exchange = null;
        used = true;
        deadline.clear();
        idleSince = System.nanoTime();
        idle = !surplus && parser.keepAlive();
        if (!idle) {
            close();
        }
        answered.answered(answer);
    }

    @Override
    public void failed(Throwable failure) {
        fail(failure);
    }

    private void fail(Throwable failure) {
        Exchange failed = exchange;
        exchange = null;
        close();
        if (failed != null) {
            boolean broken = failure instanceof IOException && !deadline.hasPassed();
            failed.failed(failure, used && broken && parser.isBetweenMessages());
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    boolean isIdleTooLong(long now) {
        return now - idleSince > Backend.IDLE_NANOS;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    void close() {
        deadline.clear();
        if (idle) {
            idle = false;
            onClosed.accept(this);
        }
        try {
            channel.close();
        } catch (IOException e) {
            // it is of no use any more, closed properly or not
        }
    }
}
