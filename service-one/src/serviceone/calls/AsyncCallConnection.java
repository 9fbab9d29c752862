package serviceone.calls;

import common.http.MessageException;
import common.http.Parsers;
import common.http.ResponseParser;
import common.io.Deadline;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection to service two that nobody waits on: the event loop calls when it can go on. Touched by the loop's
 * thread alone.
 */
final class AsyncCallConnection extends PooledConnection implements EventLoop.Handler {
    // states: CONNECTING -> BUSY <-> IDLE, any -> CLOSED; `exchange` is set while CONNECTING or BUSY, and only then
    /** What becomes of a call on this connection: exactly one of the two is called, once. */
    interface Exchange {
        /** @param reusable whether another call can be made on this connection; otherwise it is to be closed */
        void answered(Answer answer, boolean reusable);

        /** @param stale whether the call can be made again on a new connection; see {@link PooledConnection#isStale} */
        void failed(Throwable failure, boolean stale);
    }

    private final ServiceTwoAddress serviceTwo;
    private final EventLoop loop;
    private final Parsers<ResponseParser> parsers;
    private ResponseParser parser;      // null unless a part of an answer has come
    private SelectionKey key;
    private Exchange exchange;
    private ByteBuffer request;

    /** @param parsers of the loop's connections to service two */
    AsyncCallConnection(ServiceTwoAddress serviceTwo, EventLoop loop, Parsers<ResponseParser> parsers)
            throws IOException {
        super(SocketChannel.open());
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.parsers = parsers;
    }

    /** Makes a call; connects first, if it is the first one. */
    void make(Call<?> call, Exchange exchange) {
        this.exchange = exchange;
        try {
            request = ByteBuffer.wrap(call.encode(serviceTwo));
            if (key != null || connect()) {
                send();
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Returns whether the connection is made; otherwise the selector will tell. */
    private boolean connect() throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        deadline.set(serviceTwo.connectMillis());
        boolean connected = channel.connect(serviceTwo.address());
        key = loop.register(channel, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        return connected;
    }

    private void send() throws IOException {
        deadline.set(serviceTwo.answerMillis());
        write();
    }

    private void write() throws IOException {
        channel.write(request);
        EventLoop.want(SelectionKey.OP_WRITE, request.hasRemaining(), key);
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isConnectable()) {
            channel.finishConnect();
            key.interestOps(SelectionKey.OP_READ);
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
        parser = parser == null ? parsers.take() : parser;
        try {
            if (read < 0 ? parser.endOfInput() : parser.parse(buffer.flip())) {
                complete(read > 0 && buffer.hasRemaining());
            } else if (read < 0) {
                fail(new IOException("service two closed the connection"));
            }
        } catch (MessageException e) {
            fail(e);
        }
    }

    private void complete(boolean surplus) {
        Answer answer = answered(parser);
        boolean reusable = !surplus && parser.keepAlive();
        parsers.putBack(parser);
        parser = null;
        Exchange answered = exchange;
        exchange = null;
        deadline.clear();
        answered.answered(answer, reusable);
    }

    @Override
    boolean isWithinAnswer() {
        return parser != null && !parser.isBetweenMessages();
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
            failed.failed(failure, isStale(failure));
        }
    }

    @Override
    void late() {
        fail(new SocketTimeoutException("service two is late"));
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    void close() {
        deadline.clear();
        super.close();
    }
}
