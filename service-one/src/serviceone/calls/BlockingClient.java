package serviceone.calls;

import common.http.MessageParser.MessageException;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import serviceone.meter.ConnectionMeter.CallTimer;

/** Calls service two on the calling thread, which waits. If an answer is late, the watchdog ends the wait. */
public final class BlockingClient {
    private final ServiceTwoAddress serviceTwo;
    private final EventLoop watchdog;
    private final ConnectionPool<Connection> pool;

    public BlockingClient(ServiceTwoAddress serviceTwo, EventLoop watchdog) {
        this.serviceTwo = serviceTwo;
        this.pool = new ConnectionPool<>(new ConcurrentLinkedDeque<>(), serviceTwo, watchdog);
        this.watchdog = watchdog;
    }

    public record Calls(BlockingClient client, Call.Requester requester) implements BlockingCalls {
        @Override
        public <T> T make(Call<T> call) throws CallException {
            client.serviceTwo.limit().begin(call.stage(), requester, true);
            try {
                return client.make(call, requester);
            } finally {
                client.serviceTwo.limit().ended();
            }
        }
    }

    public void close() {
        pool.close();
    }

    private <T> T make(Call<T> call, Call.Requester requester) throws CallException {
        Connection pooled = pool.take();
        CallTimer timer = requester.meter().callStarted(call.stage());
        boolean reused = pooled != null;
        Connection connection;
        Throwable failure = null;
        try {
            connection = reused ? pooled : new Connection(serviceTwo.connectMillis(), timer);
            long lateAt = serviceTwo.lateAt(watchdog);
            try {
                exchange(connection, call, lateAt, timer);
            } catch (IOException e) {
                if (!connection.isStale(e)) {
                    throw e;
                }
                reused = false;
                connection = new Connection(serviceTwo.connectMillis(lateAt, watchdog), timer);
                exchange(connection, call, lateAt, timer);
            }
        } catch (IOException | MessageException e) {
            failure = e;
            throw CallException.of(call.stage(), e);
        } finally {
            timer.ended(reused, failure);
        }
        return pool.read(connection, call, connection.buffer.hasRemaining());
    }

    private void exchange(Connection connection, Call<?> call, long lateAt, CallTimer timer) throws IOException {
        try {
            connection.exchange(call.encode(serviceTwo), lateAt, timer);
        } catch (IOException | RuntimeException | Error e) {
            connection.close();
            throw e;
        }
    }

    final class Connection extends ConnectionPool.Pooled {
        private final ByteBuffer buffer = ByteBuffer.allocate(256).limit(0);

        Connection(int connectMillis, CallTimer timer) throws IOException {
            timer.waits();
            super(serviceTwo.connect(connectMillis), watchdog);
            timer.runs();
        }

        private void exchange(byte[] request, long lateAt, CallTimer timer) throws IOException {
            deadline.setAt(lateAt);
            try {
                for (ByteBuffer out = ByteBuffer.wrap(request); out.hasRemaining(); ) {
                    channel.write(out);      // on a virtual thread, a write may be partial
                }
                while (readMore(timer) && !pool.parse(this, buffer)) {
                    // the condition reads and parses
                }
            } catch (IOException e) {
                throw deadline.clear() ? e : (IOException) new SocketTimeoutException().initCause(e);
            }
        }

        /** Returns false if the end of the input completes the answer. */
        private boolean readMore(CallTimer timer) throws IOException {
            timer.waits();
            int read = channel.read(buffer.clear());
            timer.runs();
            buffer.flip();
            if (read < 0 && (parser == null || !parser.endOfInput())) {
                throw new IOException("service two closed the connection");
            }
            return read >= 0;
        }

        @Override
        void onLate() {
            close();
        }
    }
}
