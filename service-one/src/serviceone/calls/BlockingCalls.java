package serviceone.calls;

import serviceone.meter.RequestTimer;

/**
 * The calls of one request, made on its thread through the client that all requests share, and only while there is
 * somebody to answer. {@link AsyncCalls} is its twin.
 */
public final class BlockingCalls {
    private final BlockingClient serviceTwo;
    private final Requester requester;
    private final RequestTimer timer;

    public BlockingCalls(BlockingClient serviceTwo, Requester requester, RequestTimer timer) {
        this.serviceTwo = serviceTwo;
        this.requester = requester;
        this.timer = timer;
    }

    /** Makes the call and waits for what its answer tells. */
    public <T> T make(Call<T> call) throws CallException {
        if (requester.hasLeft()) {
            throw CallException.abandoned(call.stage());
        }
        return serviceTwo.make(call, timer);
    }
}
