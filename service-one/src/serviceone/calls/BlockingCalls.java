package serviceone.calls;

public interface BlockingCalls {
    <T> T make(Call<T> call) throws CallException;
}
