package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    /** Runs the work, which computes on its thread, and returns its answer. */
    Response answer(Callable<Response> work) throws Exception;
}
