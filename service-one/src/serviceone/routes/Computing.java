package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    Computing ON_CALLING_THREAD = Callable::call;

    /** @param work computes on the thread that runs it */
    Response answer(Callable<Response> work) throws Exception;
}
