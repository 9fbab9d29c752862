package serviceone.server;

import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.meter.RequestTimer;

/**
 * A request that has been read and is not answered yet. Held by its connection, and used by whichever thread or event
 * loop serves that: nothing is held any more once the request is answered, so each is counted once.
 */
record InFlight(Request request, RequestTimer timer) {
    private static final int REFUSED = Refusals.stopping().status();

    /** The bytes to send, and the end of the time that it took. */
    byte[] answered(Response response, boolean keepAlive) {
        timer.answered(request.path(), response.status());
        return response.encode(request, keepAlive);
    }

    /** It gets no answer, or no other than that the service does not have the time for it. */
    void refused() {
        timer.answered(request.path(), REFUSED);
    }
}
