package serviceone.calls;

import common.http.Response;
import java.util.concurrent.CompletableFuture;

/** Finds a user's meetings with four calls to service two. */
public interface Meetings {
    /** Runs on a thread that may wait. */
    interface Blocking {
        Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException;
    }

    /** Runs on an event loop, which must not wait. */
    interface Async {
        CompletableFuture<Response> answer(AsyncCalls serviceTwo, String token);
    }
}
