package serviceone.routes;

import common.http.Request;
import common.http.Response;
import common.io.FailureLog;
import java.lang.System.Logger;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import serviceone.calls.CallException;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;

/** What all modes answer alike. */
final class Answers {
    /** Nobody can be told; so it is no status of the RFC, but the one that nginx counts such requests under. */
    private static final int CLIENT_HAS_LEFT = 499;

    private static final Logger LOG = System.getLogger(Answers.class.getName());
    private static final String NUMBERS = "numbers=";
    private static final int RANDOM_NUMBERS = 25_000;
    private static final int MOST_NUMBERS = 10_000_000;

    /** The client's token, or null; an empty one is none. */
    static String token(Request request) {
        String token = request.headers().first("Authorization");
        return token == null || token.isEmpty() ? null : token;
    }

    /** For the routes that anyone may call: the token of the one user who may do everything. */
    static String tokenOrDefault(Request request) {
        String token = token(request);
        return token == null ? "token" : token;
    }

    static Response withoutToken() {
        return unauthorized("without the header Authorization");
    }

    private static Response unauthorized(String reason) {
        return Response.error(401, reason).withField("WWW-Authenticate", "token");
    }

    /**
     * Work instead of waiting: 25,000 random numbers, as in the loomylin experiment, or as many as {@code ?numbers=}
     * says, up to ten million.
     */
    static Response computational(Request request) {
        int numbers = RANDOM_NUMBERS;
        if (request.query() != null && request.query().startsWith(NUMBERS)) {
            String wanted = request.query().substring(NUMBERS.length());
            if (!wanted.matches("[0-9]{1,8}") || Integer.parseInt(wanted) > MOST_NUMBERS) {
                return Response.error(400, "numbers takes a number from 0 to " + MOST_NUMBERS);
            }
            numbers = Integer.parseInt(wanted);
        }
        return Response.json("{\"numbers\":" + numbers + ",\"sum\":" + sumOfRandoms(numbers) + "}");
    }

    private static double sumOfRandoms(int numbers) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        double sum = 0;
        for (int i = 0; i < numbers; i++) {
            sum += random.nextDouble();
        }
        return sum;
    }

    /** A native sleep, which the JDK knows nothing of: a virtual thread keeps its carrier meanwhile. */
    static Response pinned(Meter meter) {
        NativeSleep.millis(OwnWait.MILLIS);
        return waited(meter, OwnWait.NATIVE_CALL);
    }

    /** Sleeps in a monitor of its own, which up to JDK 23 kept the carrier, and since JEP 491 does not. */
    static Response inSynchronized(Meter meter) throws InterruptedException {
        synchronized (new Object()) {
            Thread.sleep(OwnWait.MILLIS);
        }
        return waited(meter, OwnWait.MONITOR);
    }

    static Response waited(Meter meter, OwnWait wait) {
        meter.waits(wait);
        return Response.json("{\"waitedMillis\":" + OwnWait.MILLIS + "}");
    }

    /**
     * The stack trace that {@code /trace} is asked for; null if the call that was to fail has not failed. A call that
     * was not even made is refused here as on every route.
     */
    static Response trace(Throwable failure) {
        if (failure == null) {
            return Response.error(500, "the call was to fail");
        }
        boolean refused = cause(failure) instanceof CallException call && call.kind() == CallException.Kind.REFUSED;
        return refused ? failure(failure) : StackText.response(failure);
    }

    /** What a client is told of a failure: of a call, its own reason; of anything else, nothing but 500. */
    static Response failure(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof CallException call) {
            return failedCall(call);
        }
        FailureLog.log(LOG, "a route failed", cause);
        return Response.error(500, "internal error");
    }

    /** What a future has failed with, without its wrapping. */
    private static Throwable cause(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
        return wrapped ? failure.getCause() : failure;
    }

    private static Response failedCall(CallException failure) {
        return switch (failure.kind()) {
            case UNAUTHORIZED -> unauthorized(failure.getMessage());
            case TOKEN_TOO_LONG -> Response.error(431, failure.getMessage());
            case FORBIDDEN -> Response.error(403, failure.getMessage());
            case FAILED, WRONG -> Response.error(502, failure.getMessage());
            case LATE -> Response.error(504, failure.getMessage());
            case REFUSED -> Response.error(503, failure.getMessage()).withField("Retry-After", "1");
            case ABANDONED -> Response.error(CLIENT_HAS_LEFT, failure.getMessage());
        };
    }
}
