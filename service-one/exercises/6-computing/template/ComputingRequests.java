import module java.base;
import common.http.Response;
import serviceone.routes.Computing;

public class ComputingRequests implements Computing {
    // 1. Make a pool of daemon platform threads here, one for each core.

    @Override
    public Response answer(Callable<Response> work) throws Exception {
        // 2. Submit the work to the pool, and wait for its answer.
        // 3. Throw what the work throws.
        // 4. If this thread is interrupted, cancel the work.
        return work.call();      // occupies this thread's carrier
    }
}
