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

/** The routes of {@code pool} and {@code loom}. They run on the connection's thread, which may wait. */
public final class BlockingRoutes extends RouteTable<BlockingRoutes.Route> {
    /** @param afterMillis the response is due after this time; until then the connection needs no thread */
    public record Reply(Response response, long afterMillis) {
        public static Reply now(Response response) {
            return new Reply(response, 0);
        }
    }

    interface Route {
        Reply answer(Request request, BlockingCalls calls) throws CallException, InterruptedException;
    }

    private static final int FIRST_SERVER_ERROR = 500;

    private final BlockingClient serviceTwo;
    private final CallGuard guard;

    public BlockingRoutes(BlockingClient serviceTwo, Map<String, Supplier<Response>> addedRoutes, Meter meter,
            Meetings.Blocking meetings, CallGuard guard, Computing computing) {
        super(addedRoutes, meter);
        this.serviceTwo = serviceTwo;
        this.guard = guard;
        get("/meetings", (request, calls) -> meetings(request, calls, meetings));
        get("/rpc", (request, calls) -> Reply.now(Response.json(calls.make(Call.info()))));
        get("/capabilities", BlockingRoutes::capabilities);
        get("/computational", (request, calls) -> Reply.now(computing == null ? computational(request)
                : computing(request, computing)));
        get("/wait-blocking", (request, calls) -> waitBlocking());
        get("/wait-async", (request, calls) -> new Reply(waited(Wait.TIMER), Wait.MILLIS));
        get("/pinned", (request, calls) -> Reply.now(pinned()));
        get("/synchronized", (request, calls) -> Reply.now(inSynchronized()));
        get("/trace", BlockingRoutes::trace);
    }

    @Override
    Route answering(Supplier<Response> answer) {
        return (request, calls) -> Reply.now(answer.get());
    }

    /**
     * Errors become responses. An interrupted thread means that the service is stopping: the request is refused
     * unless it has a good answer already.
     */
    public Reply answer(Request request, Call.Requester requester) {
        Reply reply;
        try {
            reply = find(request).answer(request, calls(requester));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.now(Refusals.stopping());
        } catch (CallException | RuntimeException | Error e) {      // a stack overflow fails only this request
            reply = Reply.now(failure(e));
        }
        boolean replaceable = reply.response.status() >= FIRST_SERVER_ERROR || reply.afterMillis > 0;
        return replaceable && Thread.currentThread().isInterrupted() ? Reply.now(Refusals.stopping()) : reply;
    }

    private BlockingCalls calls(Call.Requester requester) {
        BlockingCalls own = new BlockingClient.Calls(serviceTwo, requester);
        return guard == null ? own : new BlockingCalls() {
            @Override
            public <T> T make(Call<T> call) throws CallException {
                return guard.make(call, own);
            }
        };
    }

    private static Response computing(Request request, Computing computing) throws CallException, InterruptedException {
        try {
            return computing.answer(() -> computational(request));
        } catch (CallException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Reply meetings(Request request, BlockingCalls calls, Meetings.Blocking meetings)
            throws CallException, InterruptedException {
        String token = token(request);
        return Reply.now(token == null ? withoutToken() : meetings.answer(calls, token));
    }

    private static Reply capabilities(Request request, BlockingCalls calls) throws CallException {
        String user = calls.make(Call.authenticate(tokenOrDefault(request)));
        String allowed = calls.make(Call.authorize(user));
        return Reply.now(Response.json(calls.make(Call.meetings(allowed))));
    }

    private static Reply trace(Request request, BlockingCalls calls) {
        try {
            new BlockingTrace(calls).handle();
            return Reply.now(trace(null));
        } catch (CallException e) {
            return Reply.now(trace(e));
        }
    }

    private Reply waitBlocking() throws InterruptedException {
        Thread.sleep(Wait.MILLIS);
        return Reply.now(waited(Wait.BLOCKED));
    }
}
