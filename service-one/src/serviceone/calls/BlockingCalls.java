package serviceone.calls;

/**
 * The calls of one request, made on its thread through the client that all requests share, and only while there is
 * somebody to answer. {@link AsyncCalls} is its twin.
 */
public final class BlockingCalls {
    private final BlockingClient serviceTwo;
    private final Requester requester;

    public BlockingCalls(BlockingClient serviceTwo, Requester requester) {
        this.serviceTwo = serviceTwo;
        this.requester = requester;
    }

    /** Makes the call and waits for what its answer tells. */
    public <T> T make(Call<T> call) throws CallException {
        if (requester.hasLeft()) {
            throw CallException.abandoned(call.stage());
        }
        return serviceTwo.make(call, requester.meter());
    }
}
