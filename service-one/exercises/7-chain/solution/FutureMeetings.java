import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class FutureMeetings implements Meetings.Async {
    @Override
    public CompletableFuture<Response> answer(AsyncCalls serviceTwo, String token) {
        return serviceTwo.make(Call.info())
                .thenCompose(info -> serviceTwo.make(Call.authenticate(token)))
                .thenCompose(user -> serviceTwo.make(Call.authorize(user)))
                .thenCompose(allowed -> serviceTwo.make(Call.meetings(allowed)))
                .thenApply(meetings -> Response.json(meetings));
    }
}
