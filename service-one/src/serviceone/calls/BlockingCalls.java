package serviceone.calls;

/** Calls service two for one request, on any thread. An interrupt ends the call. */
public interface BlockingCalls {
    <T> T make(Call<T> call) throws CallException;
}
