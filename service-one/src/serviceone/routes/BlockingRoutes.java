package serviceone.routes;

import common.http.Request;
import common.http.Response;
import common.mode.Wait;
import java.util.Map;
import java.util.function.Supplier;
import serviceone.calls.BlockingCalls;
import serviceone.calls.BlockingClient;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.meter.Meter;
import serviceone.server.Refusals;
import serviceone.server.Settings;

/** The routes of {@code pool} and {@code loom}. They run on the connection's thread, which may wait. */
public final class BlockingRoutes extends RouteTable<BlockingRoutes.Route> {
    /** @param afterMillis the response is due after this time; until then the connection needs no thread */
    public record Reply(Response response, long afterMillis) {
    }

    interface Route {
        Reply answer(Request request, BlockingCalls calls) throws Exception;
    }

    private static final int FIRST_SERVER_ERROR = 500;

    private final BlockingClient serviceTwo;
    private final CallGuard guard;

    public BlockingRoutes(BlockingClient serviceTwo, Map<String, Supplier<Response>> addedRoutes, Settings settings,
            Meter meter, Meetings.Blocking meetings, CallGuard guard, Computing computing) {
        super(addedRoutes, settings, meter);
        this.serviceTwo = serviceTwo;
        this.guard = guard;
        get("/meetings", (request, calls) -> {
            String token = token(request);
            return now(token == null ? withoutToken() : meetings.answer(calls, token));
        });
        get("/rpc", (request, calls) -> now(Response.json(calls.make(Call.info()))));
        get("/capabilities", BlockingRoutes::capabilities);
        get("/computational", (request, calls) -> now(computing.answer(() -> computational(request))));
        get("/wait-blocking", (request, calls) -> waitBlocking());
        get("/wait-async", (request, calls) -> new Reply(waited(Wait.TIMER), Wait.MILLIS));
        get("/pinned", (request, calls) -> now(pinned()));
        get("/synchronized", (request, calls) -> now(inSynchronized(request)));
        get("/trace", (request, calls) -> now(traceOfFourCalls(calls)));
    }

    @Override
    Route answering(Supplier<Response> answer) {
        return (request, calls) -> now(answer.get());
    }

    /**
     * Errors become responses. An interrupted thread means that the service is stopping: the request is refused
     * unless it has a good answer already.
     */
    public Reply answer(Request request, Call.Requester requester) {
        Reply reply;
        try {
            BlockingCalls calls = guard.guarded(new BlockingClient.Calls(serviceTwo, requester));
            reply = find(request).answer(request, calls);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return now(Refusals.stopping());
        } catch (Exception | Error e) {      // a stack overflow fails only this request
            reply = now(failure(e));
        }
        boolean replaceable = reply.response.status() >= FIRST_SERVER_ERROR || reply.afterMillis > 0;
        return replaceable && Thread.currentThread().isInterrupted() ? now(Refusals.stopping()) : reply;
    }

    private static Reply now(Response response) {
        return new Reply(response, 0);
    }

    private static Reply capabilities(Request request, BlockingCalls calls) throws CallException {
        String user = calls.make(Call.authenticate(tokenOrDefault(request)));
        String allowed = calls.make(Call.authorize(user));
        return now(Response.json(calls.make(Call.meetings(allowed))));
    }

    private static Response traceOfFourCalls(BlockingCalls calls) {
        try {
            return Response.json(new BlockingTrace(calls).handle());
        } catch (CallException e) {
            return trace(e);
        }
    }

    private Reply waitBlocking() throws InterruptedException {
        Thread.sleep(Wait.MILLIS);
        return now(waited(Wait.BLOCKED));
    }
}
