package serviceone.routes;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import serviceone.calls.AsyncClient;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.Call;
import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.io.EventLoop;

/** What each path answers in {@code async}: on an event loop, which nothing here may keep. One for each loop. */
public final class AsyncRoutes {
    private interface Route {
        CompletableFuture<Response> answer(Request request);
    }

    private final Router<Route> router = new Router<>();
    private final AsyncClient serviceTwo;
    private final AsyncMeetings meetings;
    private final AsyncTrace trace;
    private final EventLoop loop;
    private final Executor workers;

    /** @param workers threads for what can only block */
    public AsyncRoutes(AsyncClient serviceTwo, EventLoop loop, Executor workers) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.workers = workers;
        this.meetings = new AsyncMeetings(serviceTwo);
        this.trace = new AsyncTrace(serviceTwo);
        router.get("/meetings", this::meetings)
                .get("/rpc", request -> serviceTwo.make(Call.info()).thenApply(Response::json))
                .get("/capabilities", this::capabilities)
                .get("/computational", request -> CompletableFuture.completedFuture(Answers.computational(request)))
                .get("/wait-blocking", this::waited)      // on an event loop there is no other way to wait
                .get("/wait-async", this::waited)
                .get("/pinned", request -> elsewhere(Answers::pinned))
                .get("/synchronized", request -> elsewhere(Answers::inSynchronized))
                .get("/trace", request -> trace.handle().handle((nothing, failure) -> Answers.trace(failure)));
    }

    /** Adds a route whose answer needs no waiting. To be called before the first request comes. */
    public void add(String path, Supplier<Response> answer) {
        router.get(path, request -> CompletableFuture.completedFuture(answer.get()));
    }

    /** The future never fails: what goes wrong is a response too. */
    public CompletableFuture<Response> answer(Request request) {
        Route route = router.find(request);
        if (route == null) {
            return CompletableFuture.completedFuture(router.withoutRoute(request));
        }
        try {
            return route.answer(request).exceptionally(Answers::failure);
        } catch (RuntimeException | Error e) {      // a stack that overflows is one request's failure
            return CompletableFuture.completedFuture(Answers.failure(e));
        }
    }

    private CompletableFuture<Response> meetings(Request request) {
        String token = Answers.token(request);
        return token == null ? CompletableFuture.completedFuture(Answers.withoutToken()) : meetings.answer(token);
    }

    /** The three stages alone. */
    private CompletableFuture<Response> capabilities(Request request) {
        return serviceTwo.make(Call.authenticate(Answers.tokenOrDefault(request)))
                .thenCompose(user -> serviceTwo.make(Call.authorize(user)))
                .thenCompose(allowed -> serviceTwo.make(Call.meetings(allowed)))
                .thenApply(Response::json);
    }

    /** What can only block goes to threads that may be blocked; its answer comes back to the loop. */
    private CompletableFuture<Response> elsewhere(Callable<Response> blocking) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        workers.execute(() -> {
            try {
                Response answer = blocking.call();
                loop.execute(() -> response.complete(answer));
            } catch (Throwable e) {
                loop.execute(() -> response.completeExceptionally(e));
            }
        });
        return response;
    }

    private CompletableFuture<Response> waited(Request request) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        loop.schedule(Answers.WAIT_MILLIS, () -> response.complete(Answers.waited()));
        return response;
    }
}
