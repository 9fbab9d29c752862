package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Chooses the thread for requests that compute instead of waiting. */
public interface Computing {
    /** Runs the work, which computes on the thread that runs it, and returns the work's answer. */
    Response answer(Callable<Response> work) throws Exception;
}
