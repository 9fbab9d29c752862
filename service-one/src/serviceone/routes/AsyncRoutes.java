package serviceone.routes;

import common.http.Request;
import common.http.Response;
import common.io.EventLoop;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import serviceone.calls.AsyncCalls;
import serviceone.calls.AsyncClient;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.Call;
import serviceone.calls.Requester;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;

/** What each path answers in {@code async}: on an event loop, which nothing here may keep. One for each loop. */
public final class AsyncRoutes {
    private interface Route {
        CompletableFuture<Response> answer(Request request, AsyncCalls calls);
    }

    private final Router<Route> router;
    private final AsyncClient serviceTwo;
    private final EventLoop loop;
    private final Executor workers;
    private final Meter meter;

    /**
     * @param workers  threads for what can only block
     * @param computed further routes, whose answers need no waiting; added to before the first request comes
     */
    public AsyncRoutes(AsyncClient serviceTwo, EventLoop loop, Executor workers,
            Map<String, Supplier<Response>> computed, Meter meter) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.workers = workers;
        this.meter = meter;
        router = new Router<Route>(computed, answer -> (request, calls) -> now(answer.get()))
                .get("/meetings", AsyncRoutes::meetings)
                .get("/rpc", (request, calls) -> calls.make(Call.info()).thenApply(Response::json))
                .get("/capabilities", AsyncRoutes::capabilities)
                .get("/computational", (request, calls) -> now(Answers.computational(request)))
                .get("/wait-blocking", (request, calls) -> waited(calls))   // on a loop there is no other way to wait
                .get("/wait-async", (request, calls) -> waited(calls))
                .get("/pinned", (request, calls) -> elsewhere(calls, () -> Answers.pinned(meter)))
                .get("/synchronized", (request, calls) -> elsewhere(calls, () -> Answers.inSynchronized(meter)))
                .get("/trace", (request, calls) -> new AsyncTrace(calls).handle()
                        .handle((nothing, failure) -> Answers.trace(failure)));
    }

    /** The future never fails: what goes wrong is a response too. */
    public CompletableFuture<Response> answer(Request request, Requester requester) {
        Route route = router.find(request);
        if (route == null) {
            return now(router.withoutRoute(request));
        }
        try {
            return route.answer(request, new AsyncCalls(serviceTwo, requester)).exceptionally(Answers::failure);
        } catch (RuntimeException | Error e) {      // a stack that overflows is one request's failure
            return now(Answers.failure(e));
        }
    }

    private static CompletableFuture<Response> now(Response response) {
        return CompletableFuture.completedFuture(response);
    }

    private static CompletableFuture<Response> meetings(Request request, AsyncCalls calls) {
        String token = Answers.token(request);
        return token == null ? now(Answers.withoutToken()) : new AsyncMeetings(calls).answer(token);
    }

    /** The three stages alone. */
    private static CompletableFuture<Response> capabilities(Request request, AsyncCalls calls) {
        return calls.make(Call.authenticate(Answers.tokenOrDefault(request)))
                .thenCompose(user -> calls.make(Call.authorize(user)))
                .thenCompose(allowed -> calls.make(Call.meetings(allowed)))
                .thenApply(Response::json);
    }

    /** What can only block goes to threads that may be blocked; its answer comes back to the loop. */
    private CompletableFuture<Response> elsewhere(AsyncCalls calls, Callable<Response> blocking) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        calls.meter().waits();
        workers.execute(() -> {
            calls.meter().runs();
            try {
                Response answer = blocking.call();
                loop.execute(() -> response.complete(answer));
            } catch (Throwable e) {
                loop.execute(() -> response.completeExceptionally(e));
            }
        });
        return response;
    }

    private CompletableFuture<Response> waited(AsyncCalls calls) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        calls.meter().waits();
        loop.schedule(OwnWait.MILLIS, () -> response.complete(Answers.waited(meter, OwnWait.TIMER)));
        return response;
    }
}
