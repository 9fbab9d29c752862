package serviceone.calls;

import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import common.http.ResponseParser;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import serviceone.calls.CallException.Kind;
import serviceone.meter.CallTimer;
import serviceone.meter.ConnectionMeter;

/** Calls service two on an event loop, without waiting. */
public final class AsyncClient {
    private final ServiceTwoAddress serviceTwo;
    private final EventLoop loop;
    private final ConnectionPool<Connection> pool = new ConnectionPool<>(new ArrayDeque<>());
    private final Parsers<ResponseParser> parsers =
            new Parsers<>(() -> new ResponseParser(ConnectionPool.Pooled.LIMITS));

    public AsyncClient(ServiceTwoAddress serviceTwo, EventLoop loop) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        pool.closeLongIdleOn(loop);
    }

    public record Calls(AsyncClient client, Call.Requester requester) {
        public <T> CompletableFuture<T> make(Call<T> call) {
            CallException refusal = client.serviceTwo.limit().refusal(call.stage(), requester);
            return refusal == null ? client.onPooledOrNew(call, requester.meter())
                    : CompletableFuture.failedFuture(refusal);
        }
    }

    private <T> CompletableFuture<T> onPooledOrNew(Call<T> call, ConnectionMeter request) {
        Connection pooled = pool.take();
        Pending<T> pending = new Pending<>(call, request.callStarted(call.stage()), pooled != null);
        if (pooled == null) {
            pending.onNewConnection(serviceTwo.connectMillis());
        } else {
            pooled.make(pending);
        }
        return pending;
    }

    private final class Pending<T> extends CompletableFuture<T> {
        private final Call<T> call;
        private final CallTimer timer;
        private boolean reused;
        private long lateAt;      // 0 before the call is first sent

        Pending(Call<T> call, CallTimer timer, boolean reused) {
            this.call = call;
            this.timer = timer;
            this.reused = reused;
        }

        void onNewConnection(int connectMillis) {
            reused = false;
            try {
                new Connection(connectMillis).make(this);
            } catch (IOException | RuntimeException | Error e) {
                failed(e, false);
            }
        }

        void answered(Connection connection, int status, byte[] body, boolean reusable) {
            ended(CallTimer.End.ANSWERED);
            T result;
            try {
                result = call.read(status, body);
            } catch (Throwable e) {      // or the future would never complete
                pool.release(connection, reusable && !CallException.isOfWrongAnswer(e));
                completeExceptionally(e);
                return;
            }
            pool.release(connection, reusable);
            complete(result);
        }

        void failed(Throwable failure, boolean stale) {
            if (stale) {
                onNewConnection(serviceTwo.connectMillis(lateAt));
            } else if (failure instanceof SocketTimeoutException) {
                ended(CallTimer.End.LATE);
                completeExceptionally(CallException.inStage(call.stage(), Kind.LATE, failure));
            } else {
                ended(CallTimer.End.FAILED);
                completeExceptionally(CallException.failed(call.stage(), failure));
            }
        }

        private void ended(CallTimer.End how) {
            serviceTwo.limit().ended();
            timer.ended(reused, how);
        }
    }

    private final class Connection extends ConnectionPool.Pooled implements EventLoop.Handler {
        // states: CONNECTING -> BUSY <-> IDLE; any -> CLOSED
        private ResponseParser parser;      // null between answers
        private SelectionKey key;
        private Pending<?> pending;
        private ByteBuffer request;

        Connection(int connectMillis) throws IOException {
            super(SocketChannel.open(), loop);
            deadline.set(connectMillis);
        }

        void make(Pending<?> next) {
            pending = next;
            try {
                request = ByteBuffer.wrap(next.call.encode(serviceTwo));
                if (key != null || connect()) {
                    send();
                }
            } catch (IOException | RuntimeException | Error e) {
                failed(e);
            }
        }

        private boolean connect() throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = channel.connect(serviceTwo.address());
            key = loop.register(channel, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (connected) {
                requireOtherEnd();
            }
            return connected;
        }

        private void send() throws IOException {
            pending.lateAt = pending.lateAt == 0 ? serviceTwo.lateAt() : pending.lateAt;
            deadline.setAt(pending.lateAt);
            write();
        }

        private void write() throws IOException {
            channel.write(request);
            EventLoop.setInterest(SelectionKey.OP_WRITE, request.hasRemaining(), key);
        }

        @Override
        public void ready(SelectionKey key) throws IOException {
            if (key.isConnectable()) {
                channel.finishConnect();
                requireOtherEnd();
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
            if (pending == null) {      // idle: the end of the input, or surplus bytes
                close();
                return;
            }
            parser = parser == null ? parsers.take() : parser;
            try {
                if (read < 0 ? parser.endOfInput() : parser.parse(buffer.flip())) {
                    complete(read > 0 && buffer.hasRemaining());
                } else if (read < 0) {
                    failed(new IOException("service two closed the connection"));
                }
            } catch (MessageException e) {
                failed(e);
            }
        }

        private void complete(boolean surplus) {
            int status = parser.status();
            byte[] body = parser.body();
            boolean reusable = !surplus && parser.keepAlive();
            parsers.putBack(parser);
            parser = null;
            Pending<?> call = pending;
            pending = null;
            deadline.clear();
            markAnswered();
            call.answered(this, status, body, reusable);
        }

        @Override
        boolean isWithinAnswer() {
            return parser != null && !parser.isBetweenMessages();
        }

        @Override
        public void failed(Throwable failure) {
            Pending<?> call = pending;
            pending = null;
            close();
            if (call != null) {
                call.failed(failure, isStale(failure));
            }
        }

        @Override
        void onLate() {
            failed(new SocketTimeoutException("service two is late"));
        }
    }
}
