import common.http.Response;
import java.util.concurrent.CompletableFuture;
import serviceone.calls.AsyncClient;
import serviceone.calls.Call;
import serviceone.calls.Meetings;

/** The four calls as a chain. No thread waits for any of them. */
public class FutureMeetings implements Meetings.Async {
    /** Called on an event loop's thread. Returns at once. */
    @Override
    public CompletableFuture<Response> answer(AsyncClient.Calls serviceTwo, String token) {
        CompletableFuture<byte[]> info = serviceTwo.make(Call.info());
        // 1. When info has come: Call.authenticate(token), which returns the user's id.
        // 2. When that has come: Call.authorize(id), which returns the same id if the user may see meetings.
        // 3. When that has come: Call.meetings(id), which returns the bytes for Response.json(bytes).
        // 4. Return the future of that response.
        return info.thenApply(bytes -> Response.error(501, "not written yet"));
    }
}
