package serviceone.calls;

import common.http.MessageParser.MessageException;
import common.http.ResponseParser;
import common.io.EventLoop;
import common.io.Quietly;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentLinkedDeque;
import serviceone.calls.CallException.Kind;
import serviceone.meter.CallTimer.End;
import serviceone.meter.CallTimer;
import serviceone.meter.ConnectionMeter;

/** Calls service two on the calling thread, which waits. If an answer is late, the watchdog ends the wait. */
public final class BlockingClient {
    private static final int BUFFER_BYTES = 256;

    private final ServiceTwoAddress serviceTwo;
    private final EventLoop watchdog;
    private final ConnectionPool<Connection> pool = new ConnectionPool<>(new ConcurrentLinkedDeque<>());

    public BlockingClient(ServiceTwoAddress serviceTwo, EventLoop watchdog) {
        this.serviceTwo = serviceTwo;
        this.watchdog = watchdog;
        pool.closeLongIdleOn(watchdog);
    }

    public record Calls(BlockingClient client, Call.Requester requester) implements BlockingCalls {
        @Override
        public <T> T make(Call<T> call) throws CallException {
            CallException refusal = client.serviceTwo.limit().refusal(call.stage(), requester);
            if (refusal != null) {
                throw refusal;
            }
            try {
                return client.make(call, requester.meter());
            } finally {
                client.serviceTwo.limit().ended();
            }
        }
    }

    public void close() {
        pool.close();
    }

    private <T> T make(Call<T> call, ConnectionMeter request) throws CallException {
        Connection pooled = pool.take();
        CallTimer timer = request.callStarted(call.stage());
        boolean reused = pooled != null;
        End end = End.FAILED;
        try {
            T result;
            Connection connection = reused ? pooled : connect(serviceTwo.connectMillis());
            long lateAt = serviceTwo.lateAt();
            try {
                result = exchange(connection, call, lateAt);
            } catch (IOException e) {
                if (!connection.isStale(e)) {
                    throw e;
                }
                reused = false;
                result = exchange(connect(serviceTwo.connectMillis(lateAt)), call, lateAt);
            }
            end = End.ANSWERED;
            return result;
        } catch (CallException e) {
            end = End.ANSWERED;
            throw e;
        } catch (SocketTimeoutException e) {
            end = End.LATE;
            throw CallException.inStage(call.stage(), Kind.LATE, e);
        } catch (IOException | MessageException e) {
            throw CallException.failed(call.stage(), e);
        } finally {
            timer.ended(reused, end);
        }
    }

    Connection connect(int millis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(serviceTwo.address(), millis);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new Connection(channel);
        } catch (IOException | RuntimeException | Error e) {
            Quietly.close(channel);
            throw e;
        }
    }

    private <T> T exchange(Connection connection, Call<T> call, long lateAt) throws IOException, MessageException {
        boolean reusable = false;
        try {
            connection.exchange(call, lateAt);
            reusable = connection.isReusable();
            return call.read(connection.parser.status(), connection.parser.body());
        } catch (CallException e) {
            reusable &= !CallException.isOfWrongAnswer(e);
            throw e;
        } finally {
            pool.release(connection, reusable);
        }
    }

    final class Connection extends ConnectionPool.Pooled {
        private final ResponseParser parser = new ResponseParser(LIMITS);
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

        private Connection(SocketChannel channel) throws IOException {
            super(channel, watchdog);
            requireOtherEnd();
        }

        private void exchange(Call<?> call, long lateAt) throws IOException, MessageException {
            deadline.setAt(lateAt);
            try {
                ByteBuffer request = ByteBuffer.wrap(call.encode(serviceTwo));
                while (request.hasRemaining()) {      // on a virtual thread, a write may be partial
                    channel.write(request);
                }
                while (!parser.parse(buffer) && readMore()) {
                    // the condition reads and parses
                }
                markAnswered();
            } catch (IOException e) {
                throw deadline.clear() ? e : (IOException) new SocketTimeoutException().initCause(e);
            }
        }

        private boolean readMore() throws IOException {
            int read = channel.read(buffer.clear());
            buffer.flip();
            if (read < 0 && !parser.endOfInput()) {
                throw new IOException("service two closed the connection");
            }
            return read >= 0;
        }

        private boolean isReusable() {
            return deadline.clear() && parser.keepAlive() && !buffer.hasRemaining();
        }

        @Override
        boolean isWithinAnswer() {
            return !parser.isBetweenMessages();
        }

        @Override
        void onLate() {
            close();
        }
    }
}
