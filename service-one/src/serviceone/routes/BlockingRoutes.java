package serviceone.routes;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.mode.Wait;
import serviceone.calls.BlockingCalls;
import serviceone.calls.BlockingClient;
import serviceone.calls.Call;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.meter.ConnectionMeter;
import serviceone.server.Refusals;

/** The routes of {@code pool} and {@code loom}. They run on the connection's thread, which may wait. */
public final class BlockingRoutes extends RouteTable<BlockingRoutes.Route> {
    interface Route {
        Response answer(Request request, BlockingCalls calls, ConnectionMeter meter) throws Exception;
    }

    private final BlockingClient serviceTwo;
    private final CallGuard guard;

    public BlockingRoutes(BlockingClient serviceTwo, Shared shared) {
        super(shared);
        this.serviceTwo = serviceTwo;
        guard = shared.parts().guard();
        Meetings.Blocking meetings = shared.parts().blocking();
        Computing computing = shared.parts().computing();
        get("/meetings", (request, calls, meter) -> {
            Optional<String> token = token(request);
            return token.isPresent() ? meetings.answer(calls, token.get()) : withoutToken();
        });
        get("/rpc", (request, calls, meter) -> Response.json(calls.make(Call.info())));
        get("/capabilities", (request, calls, meter) -> {
            String user = calls.make(Call.authenticate(token(request).orElse("token")));
            String allowed = calls.make(Call.authorize(user));
            return Response.json(calls.make(Call.meetings(allowed)));
        });
        get("/computational", (request, calls, meter) -> computing.answer(() -> computational(request)));
        get("/wait-blocking", (request, calls, meter) -> blocked(meter));
        get("/wait-async", (request, calls, meter) -> waited(Wait.TIMER).after(Wait.MILLIS));
        get("/pinned", (request, calls, meter) -> pinned(meter));
        get("/synchronized", (request, calls, meter) -> inSynchronized(request, meter));
        get("/shared-lock", (request, calls, meter) -> afterSharedLock(request, meter));
        get("/buffer", (request, calls, meter) -> Response.json(calls.make(Buffers.before(Call.info(), request))));
        get("/trace", (request, calls, meter) -> traced(new BlockingTrace(calls)::handle));
    }

    @Override
    Route answering(Supplier<Response> answer) {
        return (request, calls, meter) -> answer.get();
    }

    /** Errors become responses. A stack overflow fails only this request. */
    public Response answer(Request request, Call.Requester requester) {
        try {
            return find(request).answer(request, guard.guarded(new BlockingClient.Calls(serviceTwo, requester)),
                    requester.meter());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the service is stopping
            return Refusals.stopping();
        } catch (Exception | Error e) {
            return Thread.currentThread().isInterrupted() ? Refusals.stopping() : failure(e);
        }
    }
}
