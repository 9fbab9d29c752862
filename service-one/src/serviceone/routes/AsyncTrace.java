package serviceone.routes;

import java.util.concurrent.CompletableFuture;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;

/**
 * The same four calls as {@link BlockingTrace}, nested as deep, and failing alike. Each of its methods has returned
 * before the next answer comes, so the trace holds none of them: it begins at the event loop, which runs this.
 */
record AsyncTrace(AsyncClient.Calls serviceTwo) {
    /** Always fails, with the exception to be shown. */
    CompletableFuture<byte[]> handle() {
        return serviceTwo.make(Call.info()).thenCompose(info -> authenticate("token"));
    }

    private CompletableFuture<byte[]> authenticate(String token) {
        return serviceTwo.make(Call.authenticate(token)).thenCompose(this::authorize);
    }

    private CompletableFuture<byte[]> authorize(String user) {
        return serviceTwo.make(Call.authorize(user)).thenCompose(allowed -> meetings(allowed + "-who-left"));
    }

    /** There is no such user: service two answers 404. */
    private CompletableFuture<byte[]> meetings(String user) {
        return serviceTwo.make(Call.meetings(user));
    }
}
