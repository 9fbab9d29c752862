package serviceone.calls;

/** Stands around each call of every request that a thread makes. */
public interface CallGuard {
    /** Has service two called, or refuses the call. */
    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;
}
