package serviceone.calls;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import serviceone.loop.EventLoop;
import serviceone.watch.CallTimer;
import serviceone.watch.Meter;

/**
 * Calls service two without waiting: the future completes on the event loop that made the call, and so does all that is
 * chained to it. Owns the loop's pool of connections; touched by the loop's thread alone.
 */
public final class AsyncClient {
    private final Backend backend;
    private final EventLoop loop;
    private final Meter meter;
    private final ArrayDeque<AsyncBackendConnection> idle = new ArrayDeque<>();       // last in, first out

    public AsyncClient(Backend backend, EventLoop loop, Meter meter) {
        this.backend = backend;
        this.loop = loop;
        this.meter = meter;
        loop.addChore(this::closeLongIdle);
    }

    /** Makes the call; the future fails with a {@link CallException}. */
    public <T> CompletableFuture<T> make(Call<T> call) {
        Pending<T> pending = new Pending<>(call, meter.callStarted(call.stage()));
        AsyncBackendConnection connection = idle.pollFirst();
        if (connection == null) {
            pending.onNewConnection();
        } else {
            pending.onReused(connection);
        }
        return pending.future;
    }

    private void closeLongIdle() {
        long now = System.nanoTime();
        while (!idle.isEmpty() && idle.peekLast().isIdleTooLong(now)) {
            idle.pollLast().close();
        }
    }

    /** A connection that lay idle is closed. */
    private void forget(AsyncBackendConnection connection) {
        idle.remove(connection);
    }

    /** A call in flight: on a pooled connection first, then once more on a new one if that was stale. */
    private final class Pending<T> implements AsyncBackendConnection.Exchange {
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private final Call<T> call;
        private final CallTimer timer;
        private AsyncBackendConnection connection;
        private boolean reused;

        Pending(Call<T> call, CallTimer timer) {
            this.call = call;
            this.timer = timer;
        }

        void onReused(AsyncBackendConnection pooled) {
            reused = true;
            connection = pooled;
            connection.call(call, this);
        }

        void onNewConnection() {
            try {
                connection = new AsyncBackendConnection(backend, loop, AsyncClient.this::forget);
                connection.connect(call, this);
            } catch (IOException e) {
                failed(e, false);
            }
        }

        @Override
        public void answered(Answer answer) {
            if (connection.isOpen()) {
                idle.addFirst(connection);
            }
            timer.ended(reused);
            try {
                future.complete(call.read(answer));
            } catch (Throwable e) {      // whatever it is: a future that never completes would hold its client for ever
                future.completeExceptionally(e);
            }
        }

        @Override
        public void failed(Throwable failure, boolean stale) {
            if (stale && reused) {
                reused = false;
                onNewConnection();
                return;
            }
            timer.ended(reused);
            boolean late = failure instanceof SocketTimeoutException;
            future.completeExceptionally(late ? CallException.late(call.stage(), failure)
                    : CallException.failed(call.stage(), "service two failed", failure));
        }
    }
}
