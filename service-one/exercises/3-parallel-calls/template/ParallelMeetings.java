import common.http.Response;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;

/** Calls info in parallel with the three calls that depend on each other. */
public class ParallelMeetings implements Meetings.Blocking {
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        // 1. Call info on another virtual thread.
        // 2. Meanwhile, make the other three calls.
        // 3. Wait for both sides. If a call fails, cancel the other side, and throw the call's exception.
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
