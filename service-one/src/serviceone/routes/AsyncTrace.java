package serviceone.routes;

import java.util.concurrent.CompletableFuture;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;

/**
 * Makes the calls of {@link BlockingTrace}. Each method returns before its call is answered, so the failure's stack
 * trace contains no method of this class.
 */
record AsyncTrace(AsyncClient.Calls serviceTwo) {
    CompletableFuture<byte[]> handle() {
        return serviceTwo.make(Call.info()).thenCompose(info -> authenticate("token"));
    }

    private CompletableFuture<byte[]> authenticate(String token) {
        return serviceTwo.make(Call.authenticate(token)).thenCompose(this::authorize);
    }

    private CompletableFuture<byte[]> authorize(String user) {
        return serviceTwo.make(Call.authorize(user)).thenCompose(allowed -> meetings(allowed + "-who-left"));
    }

    private CompletableFuture<byte[]> meetings(String user) {
        return serviceTwo.make(Call.meetings(user));
    }
}
