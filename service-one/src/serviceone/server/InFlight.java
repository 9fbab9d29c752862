package serviceone.server;

import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.meter.RequestTimer;

/**
 * The request that a connection is serving: one for each connection, used by whichever thread or event loop serves
 * that. No request is held any more once it is answered, so each is counted once.
 */
final class InFlight {
    // states: NONE -> UNANSWERED (begin) -> UNSENT (answered) -> NONE (sent); UNANSWERED -> NONE (refused)
    private static final int REFUSED = Refusals.stopping().status();

    private Request request;         // null unless it is unanswered
    private RequestTimer timer;      // null while there is none

    /** A request has been read. */
    void begin(Request request, RequestTimer timer) {
        this.request = request;
        this.timer = timer;
    }

    /** Whether there is a request that is to be answered. */
    boolean isUnanswered() {
        return request != null;
    }

    boolean wantsKeepAlive() {
        return request.keepAlive();
    }

    /** Of the request that is being served. */
    RequestTimer timer() {
        return timer;
    }

    /** The bytes to send, and the end of the time that it took. */
    byte[] answered(Response response, boolean keepAlive) {
        Request answered = request;
        request = null;
        timer.answered(answered.path(), response.status());
        return response.encode(answered, keepAlive);
    }

    /** All of its answer has been sent, or nobody takes it any more; does nothing for one that is unanswered. */
    void sent() {
        if (request == null && timer != null) {
            timer.sent();
            timer = null;
        }
    }

    /** It gets no answer, if it has none yet, or no other than that the service does not have the time for it. */
    void refused() {
        if (request != null) {
            timer.answered(request.path(), REFUSED);
            request = null;
            sent();
        }
    }
}
