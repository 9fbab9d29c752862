import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class DeadlineMeetings implements Meetings.Blocking {
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        // 1. Compute the deadline: 1,000 ms from now.
        // 2. Make each call on another virtual thread, and wait only for the remaining time.
        // 3. Cancel a late call, and throw CallException.late(call.stage(), "why").
        // 4. Throw any other failure unchanged.
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
