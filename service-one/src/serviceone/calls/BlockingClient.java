package serviceone.calls;

import common.http.MessageException;
import common.io.Watchdog;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ConcurrentLinkedDeque;
import serviceone.meter.CallEnd;
import serviceone.meter.CallTimer;
import serviceone.meter.ConnectionMeter;

/**
 * Calls service two on the calling thread, which waits for the answer. Owns the pool of connections. Used by all
 * request threads at once; each call has a connection to itself.
 */
public final class BlockingClient {
    private final ServiceTwoAddress serviceTwo;
    private final Bulkhead limit;
    private final Watchdog watchdog;
    private final ConnectionPool<BlockingCallConnection> pool = new ConnectionPool<>(new ConcurrentLinkedDeque<>());

    public BlockingClient(ServiceTwoAddress serviceTwo, Bulkhead limit, Watchdog watchdog) {
        this.serviceTwo = serviceTwo;
        this.limit = limit;
        this.watchdog = watchdog;
        watchdog.addChore(pool::closeLongIdle);
    }

    /**
     * Makes the call and waits for what its answer tells.
     *
     * @param request for which it is made
     */
    public <T> T make(Call<T> call, ConnectionMeter request) throws CallException {
        if (!limit.begins()) {
            request.callRefused();
            throw CallException.refused(call.stage(), limit);
        }
        try {
            return toldBy(call, request);
        } finally {
            limit.ended();
        }
    }

    private <T> T toldBy(Call<T> call, ConnectionMeter request) throws CallException {
        try {
            return onPooledOrNew(call, request);
        } catch (SocketTimeoutException e) {
            throw CallException.late(call.stage(), e);
        } catch (CallException e) {
            throw e;
        } catch (IOException | MessageException e) {
            throw CallException.failed(call.stage(), "service two failed", e);
        }
    }

    /** Closes the connections: those in the pool now, the others when their calls end. */
    public void close() {
        pool.close();
    }

    /** On a pooled connection, or a new one if there is none; if the pooled one was stale, once more on a new one. */
    private <T> T onPooledOrNew(Call<T> call, ConnectionMeter request) throws IOException, MessageException {
        BlockingCallConnection pooled = pool.take();
        CallTimer timer = request.callStarted(call.stage());
        boolean reused = pooled != null;
        CallEnd end = CallEnd.FAILED;
        try {
            T told = exchange(reused ? pooled : connect(), call);
            end = CallEnd.ANSWERED;
            return told;
        } catch (CallException e) {
            end = CallEnd.ANSWERED;      // by something else than was asked for
            throw e;
        } catch (SocketTimeoutException e) {
            end = CallEnd.LATE;
            throw e;
        } catch (IOException e) {
            if (pooled == null || !pooled.isStale(e)) {
                throw e;
            }
            reused = false;
            T told = exchange(connect(), call);
            end = CallEnd.ANSWERED;
            return told;
        } finally {
            timer.ended(reused, end);
        }
    }

    private BlockingCallConnection connect() throws IOException {
        return BlockingCallConnection.connect(serviceTwo, watchdog);
    }

    private <T> T exchange(BlockingCallConnection connection, Call<T> call) throws IOException, MessageException {
        boolean reusable = false;
        try {
            Answer answer = connection.exchange(call);
            reusable = connection.canBeReused();
            return call.read(answer);
        } catch (CallException e) {
            reusable &= !CallException.isOfWrongAnswer(e);
            throw e;
        } finally {
            if (reusable) {
                pool.putBack(connection);
            } else {
                connection.close();
            }
        }
    }
}
