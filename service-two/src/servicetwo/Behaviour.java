package servicetwo;

import static common.commandline.Option.number;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.http.LocalHostFilter;
import common.http.Request;
import common.http.Response;

/**
 * How long calls wait and how they fail. Only the event loop's thread changes the values. JMX's threads read them.
 *
 * <p>Each call draws two random numbers, whatever the values are. The seed is fixed, so the same sequence of calls
 * meets the same faults in every run.
 */
final class Behaviour {
    enum Fault {
        NONE,
        ERROR,
        /** No answer. The connection stays open. */
        HANG,
        /** A reset of the connection after the delay. */
        RESET
    }

    private static final int LONGEST_WAIT = 600_000;
    static final List<Option> OPTIONS = List.of(
            number("--delay", "MS", "50", 0, LONGEST_WAIT, "delay of /info"),
            number("--stage-delay", "MS", "333", 0, LONGEST_WAIT,
                    "delay of each of /authenticate, /authorize and /meetings"),
            number("--error-percent", "P", "0", 0, 100, "this percentage of calls gets a 500 after the delay"),
            number("--hang-percent", "P", "0", 0, 100, "this percentage of calls is never answered"),
            number("--reset-percent", "P", "0", 0, 100, "this percentage of calls is reset after the delay. "
                    + "Clients see fewer failures, because service one repeats a call on a kept connection once"),
            number("--jitter", "MS", "0", 0, LONGEST_WAIT, "adds a random time from 0 to MS to each delay"),
            number("--slow-start", "SECONDS", "0", 0, 3_600,
                    "at the start, delays are four times as long; they fall to normal over this time"));

    record Values(int delay, int stageDelay, int errorPercent, int hangPercent, int resetPercent, int jitterMillis,
            int slowStartSeconds) {
        static final Values STANDARD = new Values(50, 333, 0, 0, 0, 0, 0);

        Values with(CommandLine line) throws UsageException {
            Values with = new Values(line.number("--delay", delay), line.number("--stage-delay", stageDelay),
                    line.number("--error-percent", errorPercent), line.number("--hang-percent", hangPercent),
                    line.number("--reset-percent", resetPercent), line.number("--jitter", jitterMillis),
                    line.number("--slow-start", slowStartSeconds));
            if (with.errorPercent + with.hangPercent + with.resetPercent > 100) {
                throw new UsageException(
                        "--error-percent, --hang-percent and --reset-percent may add up to 100 at most");
            }
            return with;
        }
    }

    private static final long SEED = 8087;
    /** The factor for delays when a slow start begins. */
    private static final double SLOWEST = 4;
    private static final int LONGEST_MESSAGE = 200;

    private final LongSupplier nanoTime;
    private volatile Values values;
    private SplittableRandom random;
    private long startedAt;

    Behaviour(Values values, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        set(values);
    }

    void set(Values next) {
        values = next;
        random = new SplittableRandom(SEED);
        startedAt = nanoTime.getAsLong();
    }

    Values values() {
        return values;
    }

    Fault fault() {
        double percent = 100 * random.nextDouble();
        double afterErrors = percent - values.errorPercent;
        double afterHangs = afterErrors - values.hangPercent;
        return afterErrors < 0 ? Fault.ERROR : afterHangs < 0 ? Fault.HANG
                : afterHangs < values.resetPercent ? Fault.RESET : Fault.NONE;
    }

    double jitterMillis() {
        return random.nextDouble() * values.jitterMillis;
    }

    long nanos(double millis, double jitterMillis) {
        return (long) ((millis * slowness(nanoTime.getAsLong() - startedAt) + jitterMillis) * 1e6);
    }

    /** Falls linearly from {@link #SLOWEST} to 1. */
    double slowness(long elapsedNanos) {
        double slow = values.slowStartSeconds * 1e9;
        return elapsedNanos >= slow ? 1 : SLOWEST - (SLOWEST - 1) * elapsedNanos / slow;
    }

    /**
     * {@code PUT /settings?delay=1&stage-delay=1}. Only programs on this machine may use it. A web page's
     * request would have an Origin, and its preflight (OPTIONS; Fetch standard, 4.8) gets a 405. After DNS rebinding,
     * Host is the attacker's name.
     */
    Response change(Request request, InetAddress caller, Supplier<String> answer) {
        if (!request.method().equals("PUT")) {
            return Response.error(405, "only PUT").withField("Allow", "PUT");
        }
        if (!caller.isLoopbackAddress() || request.headers().first("Origin") != null) {
            return Response.error(403, "only programs on this machine may change the settings");
        }
        if (request.host() == null || !LocalHostFilter.isLocal(request.host())) {
            return Response.error(421, "the Host of a change must be 127.0.0.1, [::1] or localhost");
        }
        try {
            set(values.with(CommandLine.parse(OPTIONS, arguments(request.query()))));
            return Response.json(answer.get());
        } catch (UsageException | Request.ParameterException e) {
            return Response.error(400, printable(e.getMessage()));
        }
    }

    private static String[] arguments(String query) throws UsageException {
        List<String> names = OPTIONS.stream().map(option -> option.name().substring(2)).toList();
        List<String> pairs = List.of((query == null ? "" : query).split("&"));
        if (!pairs.stream().allMatch(pair -> names.contains(pair.split("=", 2)[0]))) {
            throw new UsageException("/settings takes " + String.join(", ", names));
        }
        return pairs.stream().map(pair -> "--" + Request.decoded(pair)).toArray(String[]::new);
    }

    /** A message may quote the caller, and {@link Response#error} does not escape it. */
    private static String printable(String message) {
        return message.substring(0, Math.min(LONGEST_MESSAGE, message.length())).replaceAll("[^ -~]|[\"\\\\]", "?");
    }
}
