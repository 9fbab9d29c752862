package serviceone.calls;

/** Wraps each call that a thread makes for a request. */
public interface CallGuard {
    /** May refuse to make the call. */
    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;
}
