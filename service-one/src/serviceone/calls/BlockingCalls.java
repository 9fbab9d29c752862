package serviceone.calls;

/** Calls service two for one request. Any thread may call it; an interrupt ends the call. */
public interface BlockingCalls {
    /** Makes the call and waits for its result. */
    <T> T make(Call<T> call) throws CallException;
}
