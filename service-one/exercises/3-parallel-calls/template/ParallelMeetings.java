import common.http.Response;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;

/** Calls info in parallel with the three calls that depend on each other. */
public class ParallelMeetings implements Meetings.Blocking {
    /** Called on the virtual thread that serves the request. Returns the response to the client. */
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        // This is correct but slow: one call after another.
        // 1. Start the call of info on a virtual thread of its own.
        // 2. Meanwhile, make the other three calls.
        // 3. Wait for both sides. If one fails, cancel the other, and throw the failed call's exception.
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
