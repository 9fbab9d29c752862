package serviceone.calls;

/** Wraps every call that a thread makes for a request. */
public interface CallGuard {
    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;
}
