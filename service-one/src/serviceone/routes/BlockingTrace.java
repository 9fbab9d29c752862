package serviceone.routes;

import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;

/**
 * Makes four nested calls, the last of which fails. One thread makes them all, so the failure's stack trace contains
 * all methods of this class.
 */
record BlockingTrace(BlockingCalls serviceTwo) {
    byte[] handle() throws CallException {
        serviceTwo.make(Call.info());
        return authenticate("token");
    }

    private byte[] authenticate(String token) throws CallException {
        return authorize(serviceTwo.make(Call.authenticate(token)));
    }

    private byte[] authorize(String user) throws CallException {
        return meetings(serviceTwo.make(Call.authorize(user)) + "-who-left");
    }

    private byte[] meetings(String user) throws CallException {
        return serviceTwo.make(Call.meetings(user));
    }
}
