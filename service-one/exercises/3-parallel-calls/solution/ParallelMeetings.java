import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class ParallelMeetings implements Meetings.Blocking {
    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletionService<byte[]> sides = new ExecutorCompletionService<>(threads);
            Future<byte[]> info = sides.submit(() -> serviceTwo.make(Call.info()));
            Future<byte[]> meetings = sides.submit(() -> meetings(serviceTwo, token));
            try {
                sides.take().get();
                sides.take().get();
                return Response.json(meetings.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof CallException failed) {
                    throw failed;
                }
                throw new IllegalStateException(e.getCause());
            } finally {
                info.cancel(true);
                meetings.cancel(true);
            }
        }
    }

    private static byte[] meetings(BlockingCalls serviceTwo, String token) throws CallException {
        String user = serviceTwo.make(Call.authenticate(token));
        String allowed = serviceTwo.make(Call.authorize(user));
        return serviceTwo.make(Call.meetings(allowed));
    }
}
