import module java.base;
import common.http.Response;
import serviceone.routes.Computing;

public class ComputingRequests implements Computing {
    private final ExecutorService computers = Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("computing-", 0).factory());

    @Override
    public Response answer(Callable<Response> work) throws Exception {
        Future<Response> answer = computers.submit(work);
        try {
            return answer.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Exception thrown -> throw thrown;
                case Error thrown -> throw thrown;
                default -> throw e;
            }
        } finally {
            answer.cancel(true);
        }
    }
}
