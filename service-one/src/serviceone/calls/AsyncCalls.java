package serviceone.calls;

import java.util.concurrent.CompletableFuture;
import serviceone.meter.ConnectionMeter;

/**
 * The calls of one request, made through its event loop's client, and only while there is somebody to answer. Touched
 * by the loop's thread alone. {@link BlockingCalls} is its twin.
 */
public final class AsyncCalls {
    private final AsyncClient serviceTwo;
    private final Requester requester;

    public AsyncCalls(AsyncClient serviceTwo, Requester requester) {
        this.serviceTwo = serviceTwo;
        this.requester = requester;
    }

    /** Of the request. */
    public ConnectionMeter meter() {
        return requester.meter();
    }

    /** Makes the call; the future fails with a {@link CallException}. */
    public <T> CompletableFuture<T> make(Call<T> call) {
        return requester.hasLeft() ? CompletableFuture.failedFuture(CallException.abandoned(call.stage()))
                : serviceTwo.make(call, requester.meter());
    }
}
