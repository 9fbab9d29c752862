package serviceone.routes;

import common.http.Request;
import common.http.Response;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Which path is answered by what. Filled at the start, then only read, by every thread.
 *
 * @param <R> how a mode answers: with a reply, or with the future of one
 */
final class Router<R> {
    private static final String ALLOWED = "GET, HEAD, OPTIONS";

    private final Map<String, R> routes = new HashMap<>();
    private final Map<String, Supplier<Response>> computed;
    private final Function<Supplier<Response>, R> asRoute;

    /** @param computed further routes, whose answers need no waiting; may be added to as long as no request comes */
    Router(Map<String, Supplier<Response>> computed, Function<Supplier<Response>, R> asRoute) {
        this.computed = computed;
        this.asRoute = asRoute;
    }

    Router<R> get(String path, R route) {
        routes.put(path, route);
        return this;
    }

    /** The route for a request; null if there is none, and {@link #withoutRoute} has the answer. */
    R find(Request request) {
        boolean get = request.method().equals("GET") || request.isHead();
        R route = get ? routes.get(request.path()) : null;
        Supplier<Response> answer = get && route == null ? computed.get(request.path()) : null;
        return answer == null ? route : asRoute.apply(answer);
    }

    /** What is allowed, to the one who asks for that or sends another method (RFC 9110, 9.3.7 and 15.5.6), or 404. */
    Response withoutRoute(Request request) {
        boolean server = request.path().equals("*");      // the parser lets it pass with OPTIONS alone
        if (!server && !routes.containsKey(request.path()) && !computed.containsKey(request.path())) {
            return Response.error(404, "no such path");
        }
        boolean asks = request.method().equals("OPTIONS");
        Response answer = asks ? Response.noContent() : Response.error(405, "only " + ALLOWED);
        return answer.withField("Allow", ALLOWED);
    }
}
