package serviceone.calls;

import java.util.concurrent.CompletableFuture;

public interface AsyncCalls {
    <T> CompletableFuture<T> make(Call<T> call);
}
