package serviceone.routes;

import java.util.concurrent.CompletableFuture;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;

/**
 * The four calls of {@link BlockingTrace}, nested just as deeply, with the same failure. Each method has returned
 * before the next answer comes, so the stack trace contains none of them. It begins at the event loop.
 */
record AsyncTrace(AsyncClient.Calls serviceTwo) {
    /** Always fails, with the exception to show. */
    CompletableFuture<byte[]> handle() {
        return serviceTwo.make(Call.info()).thenCompose(info -> authenticate("token"));
    }

    private CompletableFuture<byte[]> authenticate(String token) {
        return serviceTwo.make(Call.authenticate(token)).thenCompose(this::authorize);
    }

    private CompletableFuture<byte[]> authorize(String user) {
        return serviceTwo.make(Call.authorize(user)).thenCompose(allowed -> meetings(allowed + "-who-left"));
    }

    /** Service two answers 404, because there is no such user. */
    private CompletableFuture<byte[]> meetings(String user) {
        return serviceTwo.make(Call.meetings(user));
    }
}
