import module java.base;
import common.http.Response;
import serviceone.calls.*;

public class DeadlineMeetings implements Meetings.Blocking {
    private static final long DEADLINE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_000);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        inTime(Call.info(), serviceTwo, deadline);
        String user = inTime(Call.authenticate(token), serviceTwo, deadline);
        String allowed = inTime(Call.authorize(user), serviceTwo, deadline);
        return Response.json(inTime(Call.meetings(allowed), serviceTwo, deadline));
    }

    private <T> T inTime(Call<T> call, BlockingCalls serviceTwo, long deadline)
            throws CallException, InterruptedException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw late(call);
        }
        Future<T> answer = threads.submit(() -> serviceTwo.make(call));
        try {
            return answer.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw late(call);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CallException failed) {
                throw failed;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private static CallException late(Call<?> call) {
        return CallException.late(call.stage(), "no answer within the request's 1,000 ms");
    }
}
