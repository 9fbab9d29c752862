package serviceone.calls;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ConcurrentLinkedDeque;
import serviceone.deadlines.Watchdog;
import serviceone.http.MessageException;
import serviceone.watch.CallTimer;
import serviceone.watch.Meter;

/**
 * Calls service two on the calling thread, which waits for the answer. Owns the pool of connections, of which there are
 * as many as calls were ever in flight at once; an idle one is closed after {@link Backend#IDLE_NANOS}.
 *
 * <p>Used by all request threads at once: the deque hands a connection, and what was written to it, from one to the next.
 */
public final class BlockingClient {
    private final Backend backend;
    private final Watchdog watchdog;
    private final Meter meter;

    /** Last in, first out: what was used last is least likely to be stale, and the surplus ages at the other end. */
    private final ConcurrentLinkedDeque<BlockingBackendConnection> idle = new ConcurrentLinkedDeque<>();

    public BlockingClient(Backend backend, Watchdog watchdog, Meter meter) {
        this.backend = backend;
        this.watchdog = watchdog;
        this.meter = meter;
        watchdog.addChore(this::closeLongIdle);
    }

    /** Makes the call and waits for what its answer tells. */
    public <T> T make(Call<T> call) throws CallException {
        CallTimer timer = meter.callStarted(call.stage());
        boolean reused = false;
        try {
            BlockingBackendConnection connection = pooled();
            reused = connection != null;
            return call.read(reused ? retried(connection, call) : exchange(connect(), call));
        } catch (SocketTimeoutException e) {
            throw CallException.late(call.stage(), e);
        } catch (CallException e) {
            throw e;
        } catch (IOException | MessageException e) {
            throw CallException.failed(call.stage(), "service two failed", e);
        } finally {
            timer.ended(reused);
        }
    }

    /** A connection that lies idle, or null; those on which something came unasked are closed. */
    private BlockingBackendConnection pooled() throws IOException {
        BlockingBackendConnection connection = idle.pollFirst();
        while (connection != null && connection.hasUnread()) {
            connection.close();
            connection = idle.pollFirst();
        }
        return connection;
    }

    /** Once, and on a new connection: after a restart of service two every pooled one is stale (RFC 9112, 9.3.1). */
    private Answer retried(BlockingBackendConnection connection, Call<?> call) throws IOException, MessageException {
        try {
            return exchange(connection, call);
        } catch (BlockingBackendConnection.StaleException e) {
            return exchange(connect(), call);
        }
    }

    private BlockingBackendConnection connect() throws IOException {
        return BlockingBackendConnection.connect(backend, watchdog);
    }

    private Answer exchange(BlockingBackendConnection connection, Call<?> call) throws IOException, MessageException {
        boolean reusable = false;
        try {
            Answer answer = connection.exchange(call);
            reusable = connection.canBeReused();
            return answer;
        } finally {
            if (reusable) {
                connection.idle();
                idle.addFirst(connection);
            } else {
                connection.close();
            }
        }
    }

    private void closeLongIdle() {
        long now = System.nanoTime();
        for (var oldest = idle.peekLast(); oldest != null && oldest.isIdleTooLong(now); oldest = idle.peekLast()) {
            if (idle.removeLastOccurrence(oldest)) {
                oldest.close();
            }
        }
    }
}
