package serviceone.routes;

import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;

/**
 * Four nested calls, the last of which fails. One thread makes all four, so the stack trace contains all methods here.
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
