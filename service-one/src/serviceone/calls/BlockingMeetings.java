package serviceone.calls;

import common.http.Response;

/** The main job, four calls one after the other; a thread waits for each. {@link AsyncMeetings} is its twin. */
public final class BlockingMeetings {
    private final BlockingCalls serviceTwo;

    public BlockingMeetings(BlockingCalls serviceTwo) {
        this.serviceTwo = serviceTwo;
    }

    public Response answer(String token) throws CallException {
        serviceTwo.make(Call.info());
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return Response.json(serviceTwo.make(Call.meetings(allowed)));
    }
}
