package serviceone.routes;

import module java.base;
import common.http.Response;
import common.mode.ServiceThread;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    Computing ON_CALLING_THREAD = Callable::call;

    /** On platform threads, which the kernel gives time slices. The calling thread waits. */
    static Computing on(int threads) {
        ExecutorService workers = Executors.newFixedThreadPool(threads,
                ServiceThread.WORKER.platform().daemon().factory());
        return work -> workers.submit(work).get();
    }

    /** @param work computes on the thread that runs it */
    Response answer(Callable<Response> work) throws Exception;
}
