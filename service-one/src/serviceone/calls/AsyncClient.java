package serviceone.calls;

import common.http.Parsers;
import common.http.ResponseParser;
import common.io.EventLoop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import serviceone.meter.CallEnd;
import serviceone.meter.CallTimer;
import serviceone.meter.ConnectionMeter;

/**
 * Calls service two without waiting: the future completes on the event loop that made the call, and so does all that is
 * chained to it. Owns the loop's pool of connections and their parsers; touched by the loop's thread alone.
 */
public final class AsyncClient {
    private final ServiceTwoAddress serviceTwo;
    private final Bulkhead limit;      // of all loops together
    private final EventLoop loop;
    private final ConnectionPool<AsyncCallConnection> pool = new ConnectionPool<>(new ArrayDeque<>());
    private final Parsers<ResponseParser> parsers = new Parsers<>(() -> new ResponseParser(PooledConnection.LIMITS));

    /** @param limit one for the clients of all loops */
    public AsyncClient(ServiceTwoAddress serviceTwo, Bulkhead limit, EventLoop loop) {
        this.serviceTwo = serviceTwo;
        this.limit = limit;
        this.loop = loop;
        loop.addChore(pool::closeLongIdle);
    }

    /**
     * Makes the call; the future fails with a {@link CallException}.
     *
     * @param request for which it is made
     */
    public <T> CompletableFuture<T> make(Call<T> call, ConnectionMeter request) {
        if (!limit.begins()) {
            request.callRefused();
            return CompletableFuture.failedFuture(CallException.refused(call.stage(), limit));
        }
        Pending<T> pending = new Pending<>(call, request.callStarted(call.stage()));
        pending.onPooledOrNew();
        return pending;
    }

    /** A call in flight; if its pooled connection was stale, it is made once more on a new one. */
    private final class Pending<T> extends CompletableFuture<T> implements AsyncCallConnection.Exchange {
        private final Call<T> call;
        private final CallTimer timer;
        private AsyncCallConnection connection;
        private boolean reused;

        Pending(Call<T> call, CallTimer timer) {
            this.call = call;
            this.timer = timer;
        }

        private void onPooledOrNew() {
            AsyncCallConnection pooled = pool.take();
            if (pooled == null) {
                onNewConnection();
            } else {
                on(pooled, true);
            }
        }

        private void on(AsyncCallConnection connection, boolean reused) {
            this.connection = connection;
            this.reused = reused;
            connection.make(call, this);
        }

        private void onNewConnection() {
            try {
                on(new AsyncCallConnection(serviceTwo, loop, parsers), false);
            } catch (IOException | RuntimeException | Error e) {
                failed(e, false);
            }
        }

        @Override
        public void answered(Answer answer, boolean reusable) {
            end(CallEnd.ANSWERED);
            T told;
            try {
                told = call.read(answer);
            } catch (Throwable e) {      // whatever it is: a future that never completes would hold its client for ever
                release(reusable && !CallException.isOfWrongAnswer(e));
                completeExceptionally(e);
                return;
            }
            release(reusable);           // first: what is chained to the future makes the next call
            complete(told);
        }

        /** Before the future completes: what is chained to it makes the next call. */
        private void end(CallEnd how) {
            limit.ended();
            timer.ended(reused, how);
        }

        private void release(boolean reusable) {
            if (reusable) {
                pool.putBack(connection);
            } else {
                connection.close();
            }
        }

        @Override
        public void failed(Throwable failure, boolean stale) {
            if (stale) {
                onNewConnection();
                return;
            }
            boolean late = failure instanceof SocketTimeoutException;
            end(late ? CallEnd.LATE : CallEnd.FAILED);
            completeExceptionally(late ? CallException.late(call.stage(), failure)
                    : CallException.failed(call.stage(), "service two failed", failure));
        }
    }
}
