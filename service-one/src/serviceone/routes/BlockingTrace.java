package serviceone.routes;

import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;

/**
 * Makes four nested calls, the last of which fails. One thread makes them all, so the failure's stack trace contains
 * all methods of this class.
 */
record BlockingTrace(BlockingCalls serviceTwo) {
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

    private void meetings(String user) throws CallException {
        serviceTwo.make(Call.meetings(user));
    }
}
