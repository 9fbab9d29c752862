package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Chooses where requests compute that keep a thread busy instead of waiting. */
public interface Computing {
    /** Runs the work, which computes on its thread, and returns its answer. */
    Response answer(Callable<Response> work) throws Exception;
}
