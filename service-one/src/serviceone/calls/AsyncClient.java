package serviceone.calls;

import common.http.MessageParser.MessageException;
import common.io.EventLoop;
import common.io.Unsent;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import serviceone.meter.ConnectionMeter;

/** Calls service two on an event loop, without waiting. */
public final class AsyncClient {
    private final ServiceTwoAddress serviceTwo;
    private final EventLoop loop;
    private final ConnectionPool<Connection> pool;

    public AsyncClient(ServiceTwoAddress serviceTwo, EventLoop loop) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.pool = new ConnectionPool<>(new ArrayDeque<>(), serviceTwo, loop);
    }

    public record Calls(AsyncClient client, Call.Requester requester) implements AsyncCalls {
        @Override
        public <T> CompletableFuture<T> make(Call<T> call) {
            try {
                client.serviceTwo.limit().begin(call.stage(), requester, false);
                return client.onPooledOrNew(call, requester.meter());
            } catch (CallException e) {
                return CompletableFuture.failedFuture(e);
            }
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
        private final ConnectionMeter.CallTimer timer;
        private boolean reused;
        private long lateAt;      // 0 before the call is first sent

        Pending(Call<T> call, ConnectionMeter.CallTimer timer, boolean reused) {
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

        void answered(Connection connection, boolean surplus) {
            ended(null);
            try {
                complete(pool.read(connection, call, surplus));
            } catch (Throwable e) {      // or the future would never complete
                completeExceptionally(e);
            }
        }

        void failed(Throwable failure, boolean stale) {
            if (stale) {
                onNewConnection(serviceTwo.connectMillis(lateAt, loop));
            } else {
                ended(failure);
                completeExceptionally(CallException.of(call.stage(), failure));
            }
        }

        private void ended(Throwable failure) {
            serviceTwo.limit().ended();
            timer.ended(reused, failure);
        }
    }

    private final class Connection extends ConnectionPool.Pooled implements EventLoop.Handler {
        private final Unsent unsent = new Unsent();
        private SelectionKey key;
        private Pending<?> pending;

        Connection(int connectMillis) throws IOException {
            super(SocketChannel.open(), loop);
            deadline.set(connectMillis);
        }

        void make(Pending<?> next) {
            pending = next;
            try {
                unsent.add(next.call.encode(serviceTwo));
                if (key != null || connect()) {
                    send();
                }
                next.timer.waitsWithoutThread();
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
                ServiceTwoAddress.requireOtherEnd(channel);
            }
            return connected;
        }

        private void send() throws IOException {
            pending.lateAt = pending.lateAt == 0 ? serviceTwo.lateAt(loop) : pending.lateAt;
            deadline.setAt(pending.lateAt);
            write();
        }

        private void write() throws IOException {
            EventLoop.setInterest(SelectionKey.OP_WRITE, !unsent.send(channel), key);
        }

        @Override
        public void ready(SelectionKey key) throws IOException {
            Pending<?> call = pending;
            if (call != null) {
                call.timer.runs();
            }
            go(key);
            if (call != null && call == pending) {
                call.timer.waitsWithoutThread();
            }
        }

        private void go(SelectionKey key) throws IOException {
            if (key.isConnectable()) {
                channel.finishConnect();
                ServiceTwoAddress.requireOtherEnd(channel);
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
            try {
                if (pool.parse(this, buffer.flip()) || read < 0 && parser.endOfInput()) {
                    complete(buffer.hasRemaining());
                } else if (read < 0) {
                    failed(new IOException("service two closed the connection"));
                }
            } catch (MessageException e) {
                failed(e);
            }
        }

        private void complete(boolean surplus) {
            Pending<?> call = pending;
            pending = null;
            call.answered(this, surplus);
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
