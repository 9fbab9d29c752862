package serviceone.routes;

import java.util.function.Supplier;
import serviceone.calls.BlockingCalls;
import serviceone.calls.BlockingClient;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Requester;
import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;
import serviceone.meter.RequestTimer;
import serviceone.routes.Reply.Later;
import serviceone.routes.Reply.Now;

/** What each path answers in {@code pool} and {@code loom}: on the connection's thread, which waits where it must. */
public final class BlockingRoutes {
    private interface Route {
        Reply answer(Request request, BlockingCalls calls) throws CallException, InterruptedException;
    }

    private final Router<Route> router = new Router<>();
    private final BlockingClient serviceTwo;
    private final Meter meter;

    public BlockingRoutes(BlockingClient serviceTwo, Meter meter) {
        this.serviceTwo = serviceTwo;
        this.meter = meter;
        router.get("/meetings", BlockingRoutes::meetings)
                .get("/rpc", (request, calls) -> new Now(Response.json(calls.make(Call.info()))))
                .get("/capabilities", BlockingRoutes::capabilities)
                .get("/computational", (request, calls) -> new Now(Answers.computational(request)))
                .get("/wait-blocking", (request, calls) -> waitBlocking())
                .get("/wait-async", (request, calls) -> new Later(OwnWait.MILLIS, Answers.waited(meter, OwnWait.TIMER)))
                .get("/pinned", (request, calls) -> new Now(Answers.pinned(meter)))
                .get("/synchronized", (request, calls) -> new Now(Answers.inSynchronized(meter)))
                .get("/trace", BlockingRoutes::trace);
    }

    /** Adds a route whose answer needs no waiting. To be called before the first request comes. */
    public void add(String path, Supplier<Response> answer) {
        router.get(path, (request, calls) -> new Now(answer.get()));
    }

    /** Never fails but by an interrupt: what goes wrong is a response too. */
    public Reply answer(Request request, Requester requester, RequestTimer timer) throws InterruptedException {
        Route route = router.find(request);
        if (route == null) {
            return new Now(router.withoutRoute(request));
        }
        try {
            return route.answer(request, new BlockingCalls(serviceTwo, requester, timer));
        } catch (CallException | RuntimeException | Error e) {      // a stack that overflows is one request's failure
            return new Now(Answers.failure(e));
        }
    }

    /** Closes the connections to service two. */
    public void close() {
        serviceTwo.close();
    }

    private static Reply meetings(Request request, BlockingCalls calls) throws CallException {
        String token = Answers.token(request);
        return new Now(token == null ? Answers.withoutToken() : new BlockingMeetings(calls).answer(token));
    }

    /** The three stages alone. */
    private static Reply capabilities(Request request, BlockingCalls calls) throws CallException {
        String user = calls.make(Call.authenticate(Answers.tokenOrDefault(request)));
        String allowed = calls.make(Call.authorize(user));
        return new Now(Response.json(calls.make(Call.meetings(allowed))));
    }

    private static Reply trace(Request request, BlockingCalls calls) {
        try {
            new BlockingTrace(calls).handle();
            return new Now(Answers.trace(null));
        } catch (CallException e) {
            return new Now(Answers.trace(e));
        }
    }

    private Reply waitBlocking() throws InterruptedException {
        Thread.sleep(OwnWait.MILLIS);
        return new Now(Answers.waited(meter, OwnWait.SLEEP));
    }
}
