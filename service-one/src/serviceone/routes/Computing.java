package serviceone.routes;

import common.http.Response;
import java.util.concurrent.Callable;

public interface Computing {
    Response answer(Callable<Response> work) throws Exception;
}
