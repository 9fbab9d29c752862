import common.http.Response;
import java.util.concurrent.Callable;
import serviceone.routes.Computing;

/** A few platform threads do the work of all requests that compute. */
public class ComputingRequests implements Computing {
    // 1. Make a pool of platform threads here, as many as the machine has cores. Use daemon threads.

    /** Called on the request's own virtual thread. Returns what the work returns. */
    @Override
    public Response answer(Callable<Response> work) throws Exception {
        // 2. Submit the work to the pool, and wait here for its answer.
        // 3. Throw what the work throws, unchanged.
        // 4. When this thread is interrupted, cancel the work.
        return work.call();      // computes on this thread, and keeps its carrier from everyone else
    }
}
