package serviceone.routes;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.io.FailureLog;
import common.mode.Wait;
import java.lang.System.Logger;
import serviceone.calls.CallException;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.server.Refusals;

/**
 * The routes by their paths, and the answers that all modes share. Filled at the start, then only read.
 *
 * @param <R> the type of the mode's routes
 */
abstract class RouteTable<R> {
    private static final String MARK = "--> ";
    static final Logger LOG = System.getLogger(RouteTable.class.getName());
    private static final String ALLOWED = "GET, HEAD, OPTIONS";
    private static final int MOST_MILLIS = 1_000;
    private static final int RANDOM_NUMBERS = 25_000;
    private static final int MOST_NUMBERS = 10_000_000;

    final Map<String, R> routes = new HashMap<>();
    private final Map<String, Supplier<Response>> addedRoutes;
    private final Meter meter;

    RouteTable(Shared shared) {
        addedRoutes = shared.addedRoutes();
        meter = shared.meter();
    }

    final void get(String path, R route) {
        routes.put(path, route);
    }

    abstract R answering(Supplier<Response> answer);

    final R find(Request request) {
        boolean get = request.method().equals("GET") || request.isHead();
        R route = get ? routes.get(request.path()) : null;
        if (route != null) {
            return route;
        }
        Supplier<Response> added = get ? addedRoutes.get(request.path()) : null;
        return answering(added != null ? added : () -> withoutRoute(request));
    }

    /** OPTIONS and 405 list the allowed methods (RFC 9110, 9.3.7 and 15.5.6). */
    private Response withoutRoute(Request request) {
        boolean server = request.path().equals("*");      // the parser allows it only with OPTIONS
        if (!server && !routes.containsKey(request.path()) && !addedRoutes.containsKey(request.path())) {
            return Response.error(404, "no such path");
        }
        boolean isOptions = request.method().equals("OPTIONS");
        Response answer = isOptions ? Response.noContent() : Response.error(405, "only " + ALLOWED);
        return answer.withField("Allow", ALLOWED);
    }

    static Optional<String> token(Request request) {
        return Optional.ofNullable(request.headers().first("Authorization")).filter(token -> !token.isEmpty());
    }

    static Response withoutToken() {
        return unauthorized("the header Authorization is missing");
    }

    private static Response unauthorized(String reason) {
        return Response.error(401, reason).withField("WWW-Authenticate", "token");
    }

    /**
     * Adds up random numbers, as many as {@code ?numbers=} says, or for as long as {@code ?millis=} says. Their default
     * number comes from github.com/tipsy/loomylin.
     */
    static Response computational(Request request) {
        boolean timed = request.parameter("millis").isPresent();
        if (timed && request.parameter("numbers").isPresent()) {
            throw new Request.ParameterException("give numbers or millis, not both");
        }
        int wanted = timed ? Integer.MAX_VALUE : number(request, "numbers", RANDOM_NUMBERS, MOST_NUMBERS);
        long nanos = TimeUnit.MILLISECONDS.toNanos(number(request, "millis", 0, MOST_MILLIS));
        long begun = System.nanoTime();
        int numbers = 0;
        double sum = 0;
        while (numbers < wanted && (!timed || System.nanoTime() - begun < nanos)) {
            int some = Math.min(RANDOM_NUMBERS, wanted - numbers);
            sum += sumOfRandoms(some);
            numbers += some;
        }
        return Response.json("{\"numbers\":" + numbers + ",\"sum\":" + sum + "}");
    }

    private static int number(Request request, String name, int standard, int most) {
        Optional<String> given = request.parameter(name);
        if (given.isPresent() && !(given.get().matches("[0-9]{1,8}") && Integer.parseInt(given.get()) <= most)) {
            throw new Request.ParameterException(name + " takes a number from 0 to " + most);
        }
        return given.map(Integer::parseInt).orElse(standard);
    }

    private static double sumOfRandoms(int numbers) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        double sum = 0;
        for (int i = 0; i < numbers; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }

    final Response blocked(ConnectionMeter connection) throws InterruptedException {
        connection.waits();
        Thread.sleep(Wait.MILLIS);
        return waited(Wait.BLOCKED);
    }

    /** Native code keeps a virtual thread on its carrier. */
    final Response pinned(ConnectionMeter connection) {
        connection.blocks();
        NativeSleep.millis(Wait.MILLIS);
        return waited(Wait.NATIVE_CALL);
    }

    /**
     * No other request wants this monitor. Until JDK 23, a virtual thread kept its carrier here (JEP 491). The compiler
     * would remove a lock on a new object, which no other thread can see.
     */
    final Response inSynchronized(Request request, ConnectionMeter connection) throws InterruptedException {
        connection.waits();
        synchronized (request) {
            Thread.sleep(Wait.MILLIS);
        }
        return waited(Wait.MONITOR);
    }

    final Response afterSharedLock(Request request, ConnectionMeter connection) throws InterruptedException {
        SharedLock.use(request);
        return blocked(connection);
    }

    final Response waited(Wait wait) {
        meter.waits(wait);
        return Response.json("{\"waitedMillis\":" + Wait.MILLIS + "}");
    }

    static Response traced(Callable<byte[]> calls) {
        try {
            return Response.json(calls.call());
        } catch (Exception e) {
            return trace(e);
        }
    }

    /** The stack trace that this mode's log would show. */
    static Response trace(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof CallException call && call.kind() == CallException.Kind.REFUSED) {
            return failedCall(call);
        }
        StringBuilder text = new StringBuilder("on ").append(Thread.currentThread()).append('\n');
        text.append(cause.getClass().getSimpleName()).append(": ").append(cause.getMessage()).append('\n');
        for (StackTraceElement frame : cause.getStackTrace()) {
            boolean isOurs = frame.getClassName().endsWith("Trace");      // Blocking or Async
            text.append(isOurs ? MARK : " ".repeat(MARK.length())).append("at ").append(frame).append('\n');
        }
        return Response.text(200, text.toString());
    }

    /** Only a failed call and a wrong parameter are explained to the client. */
    static Response failure(Throwable failure) {
        return switch (cause(failure)) {
            case CallException call -> failedCall(call);
            case Request.ParameterException wrong -> Response.error(400, wrong.getMessage());
            case InterruptedException _ -> Refusals.stopping();      // only a shutdown interrupts this thread
            case Throwable other -> {
                FailureLog.log(LOG, "a route failed", other);
                yield Response.error(500, "internal error");
            }
        };
    }

    private static Throwable cause(Throwable failure) {
        boolean wraps = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wraps && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static Response failedCall(CallException failure) {
        return switch (failure.kind()) {
            case UNAUTHORIZED -> unauthorized(failure.getMessage());
            case REFUSED -> Refusals.unavailable(failure.getMessage());
            default -> Response.error(failure.kind().status(), failure.getMessage());
        };
    }
}
