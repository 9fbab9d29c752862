package serviceone.routes;

import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;

/**
 * A request whose calls are nested four deep and of which the last fails: what does the stack trace in the log show? On
 * a thread of its own: everything. {@link AsyncTrace} is its twin.
 */
record BlockingTrace(BlockingCalls serviceTwo) {
    /** Always fails, with the exception to be shown. */
    void handle() throws CallException {
        serviceTwo.make(Call.info());
        authenticate("token");
    }

    private void authenticate(String token) throws CallException {
        authorize(serviceTwo.make(Call.authenticate(token)));
    }

    private void authorize(String user) throws CallException {
        meetings(serviceTwo.make(Call.authorize(user)) + "-who-left");
    }

    /** There is no such user: service two answers 404. */
    private void meetings(String user) throws CallException {
        serviceTwo.make(Call.meetings(user));
    }
}
