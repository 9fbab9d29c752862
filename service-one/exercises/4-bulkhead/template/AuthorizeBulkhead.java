import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.CallGuard;

/**
 * At most ten calls to authorize are in flight, across all requests. A call that finds no permit is refused at once.
 */
public class AuthorizeBulkhead implements CallGuard {
    /** Called for each call of every request, on that request's thread. */
    @Override
    public <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException {
        // 1. Only a call whose call.stage() is Stage.AUTHORIZE (serviceone.meter.Stage) needs a permit.
        // 2. Is one of the ten permits free? Then take it, without waiting.
        // 3. Is none free? Then throw CallException.refused(call.stage(), "why").
        // 4. When the call has ended, however it ended, release the permit.
        return serviceTwo.make(call);
    }
}
