package serviceone.routes;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import serviceone.calls.AsyncClient;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.Call;
import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.loop.EventLoop;

/** What each path answers in {@code async}: on an event loop, which nothing here may keep. One for each loop. */
public final class AsyncRoutes {
    private interface Route {
        CompletableFuture<Response> answer(Request request);
    }

    private final Router<Route> router = new Router<>();
    private final AsyncClient serviceTwo;
    private final AsyncMeetings meetings;
    private final EventLoop loop;

    public AsyncRoutes(AsyncClient serviceTwo, EventLoop loop) {
        this.serviceTwo = serviceTwo;
        this.loop = loop;
        this.meetings = new AsyncMeetings(serviceTwo);
        router.get("/meetings", this::meetings)
                .get("/rpc", request -> serviceTwo.make(Call.info()).thenApply(Response::json))
                .get("/capabilities", this::capabilities)
                .get("/computational", request -> CompletableFuture.completedFuture(Answers.computational()))
                .get("/wait-blocking", this::waited)      // on an event loop there is no other way to wait
                .get("/wait-async", this::waited);
    }

    /** Answers that path too, at once. To be called before the first request comes. */
    public void add(String path, Supplier<Response> answer) {
        router.get(path, request -> CompletableFuture.completedFuture(answer.get()));
    }

    /** The future never fails: what goes wrong is a response too. */
    public CompletableFuture<Response> answer(Request request) {
        Route route = router.find(request);
        if (route == null) {
            return CompletableFuture.completedFuture(router.refusal(request));
        }
        try {
            return route.answer(request).exceptionally(Answers::failure);
        } catch (RuntimeException e) {
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
                .thenCompose(user -> serviceTwo.make(Call.authorize(user, "get-meetings")))
                .thenCompose(allowed -> serviceTwo.make(Call.meetings(allowed)))
                .thenApply(Response::json);
    }

    private CompletableFuture<Response> waited(Request request) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        loop.schedule(Answers.WAIT_MILLIS * 1_000_000, () -> response.complete(Answers.waited()));
        return response;
    }
}
