import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class FutureMeetings implements Meetings.Async {
    @Override
    public CompletableFuture<Response> answer(AsyncCalls serviceTwo, String token) {
        CompletableFuture<byte[]> info = serviceTwo.make(Call.info());
        // 1. After info: Call.authenticate(token), which returns the user's id.
        // 2. After authenticate: Call.authorize(id), which returns the same id.
        // 3. After authorize: Call.meetings(id), which returns the bytes for Response.json(bytes).
        // 4. Return the future of that response.
        return info.thenApply(bytes -> Response.error(501, "not written yet"));
    }
}
