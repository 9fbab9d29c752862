package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    /** @param work computes on the thread that runs it */
    Response answer(Callable<Response> work) throws Exception;
}
