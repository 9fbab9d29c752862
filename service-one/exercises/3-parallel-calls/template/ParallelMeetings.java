import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class ParallelMeetings implements Meetings.Blocking {
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        // 1. Make two tasks, each on a virtual thread: info, and the chain of the other three calls.
        // 2. Wait for the task that ends first, whichever it is, and then for the other one.
        // 3. If one has failed, cancel the other, and throw the exception of its call.
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
