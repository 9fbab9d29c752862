import module java.base;
import serviceone.calls.*;
import serviceone.meter.Stage;

/** Lets at most ten calls to {@code /authorize} be in flight, and refuses further ones at once. */
public class AuthorizeBulkhead implements CallGuard {
    @Override
    public <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException {
        // 1. Only a call whose stage is Stage.AUTHORIZE needs a permit.
        // 2. Take a permit without waiting.
        // 3. If no permit is free, throw CallException.refused(call.stage(), "why").
        // 4. Release the permit when the call succeeds or fails.
        return serviceTwo.make(call);
    }
}
