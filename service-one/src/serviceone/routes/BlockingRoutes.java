package serviceone.routes;

import java.util.function.Supplier;
import serviceone.calls.BlockingClient;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.routes.Reply.Later;
import serviceone.routes.Reply.Now;

/** What each path answers in {@code pool} and {@code loom}: on the connection's thread, which waits where it must. */
public final class BlockingRoutes {
    private interface Route {
        Reply answer(Request request) throws CallException, InterruptedException;
    }

    private final Router<Route> router = new Router<>();
    private final BlockingClient serviceTwo;
    private final BlockingMeetings meetings;
    private final BlockingTrace trace;

    public BlockingRoutes(BlockingClient serviceTwo) {
        this.serviceTwo = serviceTwo;
        this.meetings = new BlockingMeetings(serviceTwo);
        this.trace = new BlockingTrace(serviceTwo);
        router.get("/meetings", this::meetings)
                .get("/rpc", request -> new Now(Response.json(serviceTwo.make(Call.info()))))
                .get("/capabilities", this::capabilities)
                .get("/computational", request -> new Now(Answers.computational(request)))
                .get("/wait-blocking", BlockingRoutes::waitBlocking)
                .get("/wait-async", request -> new Later(Answers.WAIT_MILLIS, Answers.waited()))
                .get("/pinned", request -> new Now(Answers.pinned()))
                .get("/synchronized", request -> new Now(Answers.inSynchronized()))
                .get("/trace", this::trace);
    }

    /** Adds a route whose answer needs no waiting. To be called before the first request comes. */
    public void add(String path, Supplier<Response> answer) {
        router.get(path, request -> new Now(answer.get()));
    }

    /** Never fails but by an interrupt: what goes wrong is a response too. */
    public Reply answer(Request request) throws InterruptedException {
        Route route = router.find(request);
        if (route == null) {
            return new Now(router.withoutRoute(request));
        }
        try {
            return route.answer(request);
        } catch (CallException | RuntimeException | Error e) {      // a stack that overflows is one request's failure
            return new Now(Answers.failure(e));
        }
    }

    private Reply meetings(Request request) throws CallException {
        String token = Answers.token(request);
        return new Now(token == null ? Answers.withoutToken() : meetings.answer(token));
    }

    /** The three stages alone. */
    private Reply capabilities(Request request) throws CallException {
        String user = serviceTwo.make(Call.authenticate(Answers.tokenOrDefault(request)));
        String allowed = serviceTwo.make(Call.authorize(user));
        return new Now(Response.json(serviceTwo.make(Call.meetings(allowed))));
    }

    private Reply trace(Request request) {
        try {
            trace.handle();
            return new Now(Answers.trace(null));
        } catch (CallException e) {
            return new Now(Answers.trace(e));
        }
    }

    private static Reply waitBlocking(Request request) throws InterruptedException {
        Thread.sleep(Answers.WAIT_MILLIS);
        return new Now(Answers.waited());
    }
}
