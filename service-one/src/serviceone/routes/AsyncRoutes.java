package serviceone.routes;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.io.EventLoop;
import common.io.FailureLog;
import common.mode.Wait;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;
import serviceone.calls.Meetings;
import serviceone.meter.ConnectionMeter;
import serviceone.server.Refusals;

/** The routes of {@code async}. They run on an event loop, so they must not block. */
public final class AsyncRoutes extends RouteTable<AsyncRoutes.Route> {
    interface Route {
        CompletableFuture<Response> answer(Request request, AsyncClient.Calls calls);
    }

    private final AsyncClient serviceTwo;
    private final EventLoop loop;
    private final Executor workers;
    private final Executor onLoop = this::onLoop;

    public AsyncRoutes(AsyncClient serviceTwo, EventLoop loop, Executor workers, Shared shared) {
        super(shared);
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.workers = workers;
        Meetings.Async meetings = shared.parts().async();
        get("/meetings", (request, calls) -> token(request).map(token -> meetings.answer(calls, token))
                .orElseGet(() -> now(withoutToken())));
        get("/rpc", (request, calls) -> calls.make(Call.info()).thenApply(Response::json));
        get("/capabilities", AsyncRoutes::capabilities);
        get("/computational", (request, calls) -> now(computational(request)));
        get("/wait-blocking", (request, calls) -> waitOnTimer(calls));      // a loop cannot wait in any other way
        get("/wait-async", (request, calls) -> waitOnTimer(calls));
        get("/pinned", (request, calls) -> onWorker(calls, () -> pinned(calls.requester().meter())));
        get("/synchronized", (request, calls) -> onWorker(calls,
                () -> inSynchronized(request, calls.requester().meter())));
        get("/shared-lock", (request, calls) -> onWorker(calls,
                () -> afterSharedLock(request, calls.requester().meter())));
        get("/buffer", (request, calls) -> calls.make(Buffers.before(Call.info(), request)).thenApply(Response::json));
        get("/trace", (request, calls) -> new AsyncTrace(calls).handle().thenApply(Response::json)
                .exceptionally(RouteTable::trace));
    }

    @Override
    Route answering(Supplier<Response> answer) {
        return (request, calls) -> now(answer.get());
    }

    /** The future completes on the loop, even if the route's future completes on another thread. */
    public CompletableFuture<Response> answer(Request request, Call.Requester requester) {
        try {
            return find(request).answer(request, new AsyncClient.Calls(serviceTwo, requester)).handleAsync(
                    (response, failure) -> failure == null ? response : failure(failure), onLoop);
        } catch (RuntimeException | Error e) {      // a stack overflow fails only this request
            return now(failure(e));
        }
    }

    private void onLoop(Runnable task) {
        if (loop.isCurrent()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    private static CompletableFuture<Response> now(Response response) {
        return CompletableFuture.completedFuture(response);
    }

    private static CompletableFuture<Response> capabilities(Request request, AsyncClient.Calls calls) {
        return calls.make(Call.authenticate(token(request).orElse("token")))
                .thenCompose(user -> calls.make(Call.authorize(user)))
                .thenCompose(allowed -> calls.make(Call.meetings(allowed)))
                .thenApply(Response::json);
    }

    private CompletableFuture<Response> onWorker(AsyncClient.Calls calls, Callable<Response> blocking) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        ConnectionMeter meter = calls.requester().meter();
        meter.waitsWithoutThread();
        try {
            workers.execute(() -> complete(response, blocking, meter));
        } catch (RejectedExecutionException | OutOfMemoryError e) {      // the system allows no more threads
            FailureLog.warn(LOG, "no worker for a request", e);
            return now(Refusals.unavailable("no worker thread is available"));
        }
        return response;
    }

    private static void complete(CompletableFuture<Response> response, Callable<Response> blocking,
            ConnectionMeter meter) {
        try {
            meter.runs();
            Response answer = blocking.call();
            meter.waitsWithoutThread();
            response.complete(answer);
        } catch (Throwable e) {      // or the request would never be answered
            response.completeExceptionally(e);
        }
    }

    private CompletableFuture<Response> waitOnTimer(AsyncClient.Calls calls) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        calls.requester().meter().waitsWithoutThread();
        loop.schedule(Wait.MILLIS, () -> response.complete(waited(Wait.TIMER)));
        return response;
    }
}
