package serviceone.calls;

import common.http.Response;
import java.util.concurrent.CompletableFuture;

/** The four calls as a chain of futures. */
public final class AsyncMeetings implements Meetings.Async {
    @Override
    public CompletableFuture<Response> answer(AsyncCalls serviceTwo, String token) {
        return serviceTwo.make(Call.info())
                .thenCompose(info -> serviceTwo.make(Call.authenticate(token)))
                .thenCompose(user -> serviceTwo.make(Call.authorize(user)))
                .thenCompose(allowed -> serviceTwo.make(Call.meetings(allowed)))
                .thenApply(Response::json);
    }
}
