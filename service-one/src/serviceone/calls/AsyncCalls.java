package serviceone.calls;

import java.util.concurrent.CompletableFuture;
import serviceone.meter.RequestTimer;

/**
 * The calls of one request, made through its event loop's client, and only while there is somebody to answer. Touched
 * by the loop's thread alone. {@link BlockingCalls} is its twin.
 */
public final class AsyncCalls {
    private final AsyncClient serviceTwo;
    private final Requester requester;
    private final RequestTimer timer;

    public AsyncCalls(AsyncClient serviceTwo, Requester requester, RequestTimer timer) {
        this.serviceTwo = serviceTwo;
        this.requester = requester;
        this.timer = timer;
    }

    /** Of the request. */
    public RequestTimer timer() {
        return timer;
    }

    /** Makes the call; the future fails with a {@link CallException}. */
    public <T> CompletableFuture<T> make(Call<T> call) {
        return requester.hasLeft() ? CompletableFuture.failedFuture(CallException.abandoned(call.stage()))
                : serviceTwo.make(call, timer);
    }
}
