package servicetwo;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import common.http.Request;
import common.http.Response;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/**
 * How long calls wait and how they fail. Only the event loop's thread changes the settings. JMX's threads read them.
 *
 * <p>Each call draws two random numbers, whatever the settings are. The seed is fixed, so the same sequence of calls
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

    private static final long SEED = 8087;
    /** The factor for delays when a slow start begins. */
    private static final double SLOWEST = 4;

    private final LongSupplier nanoTime;
    private volatile ServiceTwoSettings settings;
    private SplittableRandom random;
    private long startedAt;

    Behaviour(ServiceTwoSettings settings, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        set(settings);
    }

    void set(ServiceTwoSettings next) {
        settings = next;
        random = new SplittableRandom(SEED);
        startedAt = nanoTime.getAsLong();
    }

    ServiceTwoSettings settings() {
        return settings;
    }

    Fault fault() {
        double percent = 100 * random.nextDouble();
        int errors = settings.get(Setting.ERROR_PERCENT);
        int hangs = errors + settings.get(Setting.HANG_PERCENT);
        int resets = hangs + settings.get(Setting.RESET_PERCENT);
        if (percent < errors) {
            return Fault.ERROR;
        }
        if (percent < hangs) {
            return Fault.HANG;
        }
        return percent < resets ? Fault.RESET : Fault.NONE;
    }

    double jitterMillis() {
        return random.nextDouble() * settings.get(Setting.JITTER);
    }

    long nanos(double millis, double jitterMillis) {
        return (long) ((millis * slowness(nanoTime.getAsLong() - startedAt) + jitterMillis) * 1e6);
    }

    /** Falls linearly from {@link #SLOWEST} to 1. */
    double slowness(long elapsedNanos) {
        double slow = settings.get(Setting.SLOW_START) * 1e9;
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
        if (request.host() == null || !HostPort.isLocal(request.host())) {
            return Response.error(421, "the Host of a change must be 127.0.0.1, [::1] or localhost");
        }
        try {
            CommandLine given = CommandLine.parse(ServiceTwoSettings.OPTIONS, arguments(request.query()));
            set(settings.with(given::number));
            return Response.json(answer.get());
        } catch (UsageException | Request.ParameterException e) {
            // The message may quote the caller, and an error is not escaped.
            return Response.error(400, e.getMessage().replaceAll("[^ -~]|[\"\\\\]", "?"));
        }
    }

    private static String[] arguments(String query) {
        List<String> names = ServiceTwoSettings.CHANGEABLE.stream().map(Setting::key).toList();
        List<String> pairs = List.of((query == null ? "" : query).split("&"));
        if (!pairs.stream().allMatch(pair -> names.contains(pair.split("=", 2)[0]))) {
            throw new UsageException("/settings takes " + String.join(", ", names));
        }
        return pairs.stream().map(pair -> "--" + Request.decoded(pair)).toArray(String[]::new);
    }
}
