package serviceone.calls;

import common.http.Response;

/** The four calls on one thread, which waits for each. */
public final class BlockingMeetings implements Meetings.Blocking {
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException {
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
