package serviceone.routes;

import common.http.Request;
import common.http.Response;
import java.util.Map;
import java.util.function.Supplier;
import serviceone.calls.BlockingCalls;
import serviceone.calls.BlockingClient;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Requester;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;

/** What each path answers in {@code pool} and {@code loom}: on the connection's thread, which waits where it must. */
public final class BlockingRoutes {
    private interface Route {
        Reply answer(Request request, BlockingCalls calls) throws CallException, InterruptedException;
    }

    private final Router<Route> router;
    private final BlockingClient serviceTwo;
    private final Meter meter;

    /** @param computed further routes, whose answers need no waiting; added to before the first request comes */
    public BlockingRoutes(BlockingClient serviceTwo, Map<String, Supplier<Response>> computed, Meter meter) {
        this.serviceTwo = serviceTwo;
        this.meter = meter;
        router = new Router<Route>(computed, answer -> (request, calls) -> Reply.now(answer.get()))
                .get("/meetings", BlockingRoutes::meetings)
                .get("/rpc", (request, calls) -> Reply.now(Response.json(calls.make(Call.info()))))
                .get("/capabilities", BlockingRoutes::capabilities)
                .get("/computational", (request, calls) -> Reply.now(Answers.computational(request)))
                .get("/wait-blocking", (request, calls) -> waitBlocking())
                .get("/wait-async", (request, calls) -> waitAsync())
                .get("/pinned", (request, calls) -> Reply.now(Answers.pinned(meter)))
                .get("/synchronized", (request, calls) -> Reply.now(Answers.inSynchronized(meter)))
                .get("/trace", BlockingRoutes::trace);
    }

    /** Never fails but by an interrupt: what goes wrong is a response too. */
    public Reply answer(Request request, Requester requester) throws InterruptedException {
        Route route = router.find(request);
        if (route == null) {
            return Reply.now(router.withoutRoute(request));
        }
        try {
            return route.answer(request, new BlockingCalls(serviceTwo, requester));
        } catch (CallException | RuntimeException | Error e) {      // a stack that overflows is one request's failure
            return Reply.now(Answers.failure(e));
        }
    }

    /** Closes the connections to service two. */
    public void close() {
        serviceTwo.close();
    }

    private static Reply meetings(Request request, BlockingCalls calls) throws CallException {
        String token = Answers.token(request);
        return Reply.now(token == null ? Answers.withoutToken() : new BlockingMeetings(calls).answer(token));
    }

    /** The three stages alone. */
    private static Reply capabilities(Request request, BlockingCalls calls) throws CallException {
        String user = calls.make(Call.authenticate(Answers.tokenOrDefault(request)));
        String allowed = calls.make(Call.authorize(user));
        return Reply.now(Response.json(calls.make(Call.meetings(allowed))));
    }

    private static Reply trace(Request request, BlockingCalls calls) {
        try {
            new BlockingTrace(calls).handle();
            return Reply.now(Answers.trace(null));
        } catch (CallException e) {
            return Reply.now(Answers.trace(e));
        }
    }

    private Reply waitAsync() {
        return new Reply(Answers.waited(meter, OwnWait.TIMER), OwnWait.MILLIS);
    }

    private Reply waitBlocking() throws InterruptedException {
        Thread.sleep(OwnWait.MILLIS);
        return Reply.now(Answers.waited(meter, OwnWait.SLEEP));
    }
}
