package serviceone.routes;

import java.util.HashMap;
import java.util.Map;
import serviceone.http.Request;
import serviceone.http.Response;

/**
 * Which path is answered by what. Filled at the start, then only read, by every thread.
 *
 * @param <R> how a mode answers: with a reply, or with the future of one
 */
final class Router<R> {
    private final Map<String, R> routes = new HashMap<>();

    Router<R> get(String path, R route) {
        routes.put(path, route);
        return this;
    }

    /** The route for a request; null if there is none, and {@link #refusal} says why. */
    R find(Request request) {
        boolean get = request.method().equals("GET") || request.isHead();
        return get ? routes.get(request.path()) : null;
    }

    Response refusal(Request request) {
        return routes.containsKey(request.path())
                ? Response.error(405, "only GET and HEAD").withField("Allow", "GET, HEAD")
                : Response.error(404, "no such path");
    }
}
