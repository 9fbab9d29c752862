package servicetwo;

import static common.commandline.Option.number;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
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
 * How long calls wait and what goes wrong with them: as the options say, until a request changes some of that. It also
 * draws what each call meets. The loop's thread alone changes it; JMX's reads the values, through the volatile field.
 *
 * <p>What is random comes from one generator with a fixed seed, of which each call takes two numbers whatever the
 * options are: so the same sequence of calls meets the same in every run, with jitter and without. It begins anew when
 * the values change.
 */
final class Behaviour {
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

    private static final int LONGEST_WAIT = 600_000;
    /** Permits are not among them: some may be held. */
    static final List<Option> OPTIONS = List.of(
            number("--delay", "MS", "50", 0, LONGEST_WAIT, "how long /info waits"),
            number("--stage-delay", "MS", "333", 0, LONGEST_WAIT,
                    "how long /authenticate, /authorize and /meetings wait, each"),
            number("--error-percent", "P", "0", 0, 100, "this share of calls gets a 500 after its wait"),
            number("--hang-percent", "P", "0", 0, 100, "this share is never answered"),
            number("--reset-percent", "P", "0", 0, 100, "this share is reset instead of answered, after its wait"),
            number("--jitter", "MS", "0", 0, LONGEST_WAIT, "each wait is longer by a random time from 0 to this"),
            number("--slow-start", "SECONDS", "0", 0, 3_600,
                    "for so long waits are longer: four times at first, then less and less"));

    /** The options' values. */
    record Values(int delay, int stageDelay, int errorPercent, int hangPercent, int resetPercent, int jitterMillis,
            int slowStartSeconds) {
        static final Values STANDARD = new Values(50, 333, 0, 0, 0, 0, 0);

        /** These, but for what is given. */
        Values with(CommandLine line) throws UsageException {
            Values with = new Values(line.number("--delay", delay), line.number("--stage-delay", stageDelay),
                    line.number("--error-percent", errorPercent), line.number("--hang-percent", hangPercent),
                    line.number("--reset-percent", resetPercent), line.number("--jitter", jitterMillis),
                    line.number("--slow-start", slowStartSeconds));
            if (with.errorPercent + with.hangPercent + with.resetPercent > 100) {
                throw new UsageException(
                        "--error-percent, --hang-percent and --reset-percent take 100 together at most");
            }
            return with;
        }
    }

    private static final long SEED = 8087;
    /** How much longer a wait is at the very start of a slow one. */
    private static final double SLOWEST = 4;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MOST_TOLD = 200;

    private volatile Values values;
    private SplittableRandom random;
    private long since;      // when these began to hold, by System.nanoTime: a slow start is one of them

    Behaviour(Values values) {
        set(values);
    }

    void set(Values next) {
        values = next;
        random = new SplittableRandom(SEED);
        since = System.nanoTime();
    }

    Values values() {
        return values;
    }

    /** The first number of a call. */
    Fault fault() {
        double percent = 100 * random.nextDouble();
        double afterErrors = percent - values.errorPercent;
        double afterHangs = afterErrors - values.hangPercent;
        return afterErrors < 0 ? Fault.ERROR : afterHangs < 0 ? Fault.HANG
                : afterHangs < values.resetPercent ? Fault.RESET : Fault.NONE;
    }

    /** The second number of a call: how much longer its wait is, in milliseconds. */
    double jitterMillis() {
        return random.nextDouble() * values.jitterMillis;
    }

    /** How long a wait is from now, in nanoseconds. */
    long nanos(double millis, double jitterMillis) {
        return (long) ((millis * slowness(System.nanoTime() - since) + jitterMillis) * NANOS_PER_MILLI);
    }

    /** By how much waits are longer so long after the start: {@link #SLOWEST}, falling in a straight line to 1. */
    double slowness(long nanos) {
        double slow = values.slowStartSeconds * NANOS_PER_SECOND;
        return nanos >= slow ? 1 : SLOWEST - (SLOWEST - 1) * nanos / slow;
    }

    /**
     * {@code PUT /settings?delay=1&stage-delay=1}: changes what is named, by the options' names. The rest stays;
     * nothing changes where the request is not one of this machine, or not right.
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
            set(values.with(CommandLine.parse(OPTIONS, arguments(request.query()))));
            return Response.json(now.get());
        } catch (UsageException e) {
            return Response.error(400, printable(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Response.error(400, "malformed query");
        }
    }

    private static String[] arguments(String query) throws UsageException {
        List<String> names = OPTIONS.stream().map(option -> option.name().substring(2)).toList();
        String[] pairs = query == null ? new String[] {""} : query.split("&");
        for (int i = 0; i < pairs.length; i++) {
            if (!names.contains(pairs[i].split("=", 2)[0])) {
                throw new UsageException("takes " + String.join(", ", names));
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
