package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

/** Where requests compute that keep a thread busy instead of waiting. */
public interface Computing {
    /** Has the work done, which computes on the thread that calls it; returns its answer. */
    Response answer(Callable<Response> work) throws Exception;
}
