package serviceone.routes;

import common.http.Response;
import common.mode.ServiceThread;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    Computing ON_CALLING_THREAD = Callable::call;

    /** On platform threads, which the kernel gives time slices. The calling thread waits. */
    static Computing on(int threads) {
        ExecutorService workers = Executors.newFixedThreadPool(threads,
                ServiceThread.WORKER.platform().daemon().factory());
        return work -> {
            try {
                return workers.submit(work).get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        };
    }

    /** @param work computes on the thread that runs it */
    Response answer(Callable<Response> work) throws Exception;
}
