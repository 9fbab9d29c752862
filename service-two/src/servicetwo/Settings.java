package servicetwo;

import common.commandline.UsageException;
import common.http.LocalHostFilter;
import common.http.Request;
import common.http.Response;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * What service two does now: as its options say, until a request changes some of that. It also draws what each call
 * meets. The loop's thread alone changes it; JMX's reads the options, through the volatile field.
 *
 * <p>What is random comes from one generator with a fixed seed, of which each call takes two numbers whatever the
 * options are: so the same sequence of calls meets the same in every run, with jitter and without. It begins anew when
 * the settings change.
 */
final class Settings {
    /** What a call meets. */
    enum Fault {
        NONE,
        /** A 500 after the wait. */
        ERROR,
        /** No answer; the connection stays, until its caller or service two ends. */
        HANG,
        /** After the wait, the connection is reset. */
        RESET
    }

    private static final long SEED = 8087;
    /** How much longer a wait is at the very start of a slow one. */
    private static final double SLOWEST = 4;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Of the options. Permits are not among them: some may be held. */
    private static final List<String> CHANGEABLE = List.of("delay", "stage-delay", "error-percent", "hang-percent",
            "reset-percent", "jitter", "slow-start");
    private static final int MOST_TOLD = 200;

    private volatile Options options;
    private SplittableRandom random;
    private long since;      // when these began to hold, by System.nanoTime: a slow start is one of them

    Settings(Options options) {
        set(options);
    }

    void set(Options next) {
        options = next;
        random = new SplittableRandom(SEED);
        since = System.nanoTime();
    }

    Options options() {
        return options;
    }

    /** The first number of a call. */
    Fault fault() {
        double percent = 100 * random.nextDouble();
        double afterErrors = percent - options.faults().errorPercent();
        double afterHangs = afterErrors - options.faults().hangPercent();
        return afterErrors < 0 ? Fault.ERROR : afterHangs < 0 ? Fault.HANG
                : afterHangs < options.faults().resetPercent() ? Fault.RESET : Fault.NONE;
    }

    /** The second number of a call: how much longer its wait is, in milliseconds. */
    double jitterMillis() {
        return random.nextDouble() * options.faults().jitterMillis();
    }

    /** How long a wait is from now, in nanoseconds. */
    long nanos(double millis, double jitterMillis) {
        return (long) ((millis * slowness(System.nanoTime() - since) + jitterMillis) * NANOS_PER_MILLI);
    }

    /** By how much waits are longer so long after the start: {@link #SLOWEST}, falling in a straight line to 1. */
    double slowness(long nanos) {
        double slow = options.faults().slowStartSeconds() * NANOS_PER_SECOND;
        return nanos >= slow ? 1 : SLOWEST - (SLOWEST - 1) * nanos / slow;
    }

    /**
     * {@code PUT /settings?delay=1&stage-delay=1}: changes how long calls wait and what goes wrong with them. What is
     * not named stays; nothing changes where the request is not one of this machine, or not right.
     *
     * <p>No page of elsewhere can ask for it. A browser sends PUT to another origin only when a preflight has allowed
     * it (Fetch standard, 4.8), which here is a 405; a page whose own name was rebound to this machine's address still
     * has that name as its Host; and either names its Origin.
     *
     * @param now what it gets that changes something
     */
    Response change(Request request, InetAddress caller, Supplier<String> now) {
        if (!request.method().equals("PUT")) {
            return Response.error(405, "only PUT").withField("Allow", "PUT");
        }
        if (!caller.isLoopbackAddress() || request.headers().first("Origin") != null) {
            return Response.error(403, "only programs of this machine change what service two does");
        }
        if (request.host() == null || !LocalHostFilter.isLocal(request.host())) {
            return Response.error(421, "the Host of a change is 127.0.0.1, [::1] or localhost");
        }
        try {
            set(options.with(arguments(request.query())));
            return Response.json(now.get());
        } catch (UsageException e) {
            return Response.error(400, printable(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Response.error(400, "malformed query");
        }
    }

    private static String[] arguments(String query) throws UsageException {
        String[] pairs = query == null ? new String[] {""} : query.split("&");
        for (int i = 0; i < pairs.length; i++) {
            if (!CHANGEABLE.contains(pairs[i].split("=", 2)[0])) {
                throw new UsageException("takes " + String.join(", ", CHANGEABLE));
            }
            pairs[i] = "--" + URLDecoder.decode(pairs[i], StandardCharsets.UTF_8);
        }
        return pairs;
    }

    /** It repeats what was sent, and is to be a JSON string. */
    private static String printable(String message) {
        return message.substring(0, Math.min(MOST_TOLD, message.length())).replaceAll("[^ -~]|[\"\\\\]", "?");
    }
}
