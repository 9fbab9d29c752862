package serviceone.calls;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import serviceone.io.EventLoop;
import serviceone.meter.CallEnd;
import serviceone.meter.CallTimer;
import serviceone.meter.Meter;

/**
 * Calls service two without waiting: the future completes on the event loop that made the call, and so does all that is
 * chained to it. Owns the loop's pool of connections; touched by the loop's thread alone.
 */
public final class AsyncClient {
    private final ServiceTwoAddress serviceTwo;
    private final EventLoop loop;
    private final Meter meter;
    private final ConnectionPool<AsyncCallConnection> pool = new ConnectionPool<>();

    public AsyncClient(ServiceTwoAddress serviceTwo, EventLoop loop, Meter meter) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.meter = meter;
        loop.addChore(pool::closeLongIdle);
    }

    /** Makes the call; the future fails with a {@link CallException}. */
    public <T> CompletableFuture<T> make(Call<T> call) {
        AsyncCallConnection pooled = pool.take();
        Pending<T> pending = new Pending<>(call, meter.callStarted(call.stage()));
        if (pooled == null) {
            pending.onNewConnection();
        } else {
            pending.on(pooled, true);
        }
        return pending.future;
    }

    /** A call in flight; if its pooled connection was stale, it is made once more on a new one. */
    private final class Pending<T> implements AsyncCallConnection.Exchange {
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private final Call<T> call;
        private final CallTimer timer;
        private AsyncCallConnection connection;
        private boolean reused;

        Pending(Call<T> call, CallTimer timer) {
            this.call = call;
            this.timer = timer;
        }

        private void on(AsyncCallConnection connection, boolean reused) {
            this.connection = connection;
            this.reused = reused;
            connection.make(call, this);
        }

        private void onNewConnection() {
            try {
                on(new AsyncCallConnection(serviceTwo, loop), false);
            } catch (IOException e) {
                failed(e, false);
            }
        }

        @Override
        public void answered(Answer answer, boolean reusable) {
            timer.ended(reused, CallEnd.ANSWERED);
            T told;
            try {
                told = call.read(answer);
            } catch (Throwable e) {      // whatever it is: a future that never completes would hold its client for ever
                release(reusable && !CallException.isOfWrongAnswer(e));
                future.completeExceptionally(e);
                return;
            }
            release(reusable);           // first: what is chained to the future makes the next call
            future.complete(told);
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
            timer.ended(reused, late ? CallEnd.LATE : CallEnd.FAILED);
            future.completeExceptionally(late ? CallException.late(call.stage(), failure)
                    : CallException.failed(call.stage(), "service two failed", failure));
        }
    }
}
