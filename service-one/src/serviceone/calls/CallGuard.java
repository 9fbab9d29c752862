package serviceone.calls;

/** Wraps each call that a thread makes for a request. */
public interface CallGuard {
    /** Makes the call, or refuses to. */
    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;
}
