package serviceone.calls;

/** Wraps every blocking call to service two. */
public interface CallGuard {
    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;
}
