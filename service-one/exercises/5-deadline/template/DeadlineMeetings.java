import common.http.Response;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;

/** The four calls, one after the other, with one deadline for all of them: 1,000 ms after the request has come. */
public class DeadlineMeetings implements Meetings.Blocking {
    /** Called on the virtual thread that serves the request; returns the response to the client. */
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        // 1. Here the 1,000 ms begin. When do they end?
        // 2. Have each call made on another virtual thread, and wait for it for the time that is left.
        // 3. What is late is cancelled, and CallException.late(stage, why) tells the client.
        // 4. Any other failure of a call is thrown as it is.
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
