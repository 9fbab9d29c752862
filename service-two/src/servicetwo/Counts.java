package servicetwo;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import common.json.JsonObject;
import common.process.JmxFigures;
import java.lang.management.ManagementFactory;
import servicetwo.Routes.Route;

/** Shows whether service two is the bottleneck. Only the event loop's thread changes the counts. */
final class Counts {
    /** A class of its own, because loading the JDK's MBeans takes a tenth of the start-up time. */
    private static final class Jvm {
        static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }

    private final Behaviour behaviour;
    private final int permits;
    final Lateness lateness;
    private final AtomicLongArray answeredByRoute = new AtomicLongArray(Route.values().length);
    private volatile long answered;
    private volatile long inFlight;
    private volatile long abandoned;
    private volatile long connections;

    Counts(Behaviour behaviour, int permits, LongSupplier nanoTime) {
        lateness = new Lateness(nanoTime);
        this.behaviour = behaviour;
        this.permits = permits;
    }

    void started(boolean firstOfItsConnection) {
        inFlight = inFlight + 1;
        connections = connections + (firstOfItsConnection ? 1 : 0);
    }

    void answered(Route route) {
        inFlight = inFlight - 1;
        answered = answered + 1;
        answeredByRoute.set(route.ordinal(), answeredByRoute.get(route.ordinal()) + 1);
    }

    /** A call ended with a reset of its connection. */
    void reset() {
        inFlight = inFlight - 1;
    }

    void abandoned() {
        inFlight = inFlight - 1;
        abandoned = abandoned + 1;
    }

    private Map<String, Long> answeredByRoute() {
        Map<String, Long> counts = new LinkedHashMap<>();
        EnumSet.range(Route.INFO, Route.OTHER).forEach(route ->
                counts.put(route.name().toLowerCase(Locale.ROOT), answeredByRoute.get(route.ordinal())));
        return counts;
    }

    long cpuMillis() {
        return Jvm.SYSTEM.getProcessCpuTime() / 1_000_000;
    }

    /** {@code authorizePermits} is null if there is no limit. */
    String json() {
        Behaviour.Values values = behaviour.values();
        return new JsonObject().put("service", "two").put("delayMillis", values.delay())
                .put("stageDelayMillis", values.stageDelay()).put("authorizePermits", permits == 0 ? null : permits)
                .put("answered", answered).put("inFlight", inFlight)
                .put("errorPercent", values.errorPercent()).put("hangPercent", values.hangPercent())
                .put("resetPercent", values.resetPercent()).put("jitterMillis", values.jitterMillis())
                .put("slowStartSeconds", values.slowStartSeconds()).put("cpuMillis", cpuMillis())
                .put("timerLateMicros", lateness.micros()).put("connections", connections)
                .put("abandoned", abandoned).put("answeredByRoute", answeredByRoute()).toString();
    }

    void show() {
        new JmxFigures("Service two's calls. Counts are since the start.")
                .add("Answered", "Calls answered with any status; requests for /stats do not count", () -> answered)
                .add("AnsweredByRoute", "Calls answered, by route. Other: an unknown path or a malformed query",
                        this::answeredByRoute)
                .add("Abandoned", "Calls whose caller left before the answer", () -> abandoned)
                .add("Connections", "Connections with at least one call", () -> connections)
                .add("InFlight", "Calls that are not answered yet", () -> inFlight)
                .add("DelayMillis", "Delay of /info", () -> behaviour.values().delay())
                .add("StageDelayMillis", "Delay of each of /authenticate, /authorize and /meetings",
                        () -> behaviour.values().stageDelay())
                .add("ErrorPercent", "The share of calls that get a 500", () -> behaviour.values().errorPercent())
                .add("HangPercent", "The share of calls that are never answered",
                        () -> behaviour.values().hangPercent())
                .add("ResetPercent", "The share of calls that get a reset of their connection",
                        () -> behaviour.values().resetPercent())
                .add("JitterMillis", "The longest random time added to a delay",
                        () -> behaviour.values().jitterMillis())
                .add("SlowStartSeconds", "For this long after a start or new settings, delays are longer",
                        () -> behaviour.values().slowStartSeconds())
                .add("CpuMillis", "CPU time of the process", this::cpuMillis)
                .add("TimerLateMaxMicros", "The greatest lateness of a timer in the last ten seconds",
                        () -> lateness.micros().get("max"))
                .add("TimerLateMeanMicros", "The mean lateness of the timers in the last ten seconds",
                        () -> lateness.micros().get("mean"))
                .show("servicetwo:type=Service");
    }
}
