package servicetwo;

import com.sun.management.OperatingSystemMXBean;
import common.json.JsonObject;
import common.process.JmxFigures;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import servicetwo.Routes.Route;

/**
 * How many calls came and were answered: it shows whether service two holds service one back. Written by the loop's
 * thread alone and read by JMX's, too: so the counts are volatile, or elements of an atomic array, and a plain addition
 * loses none.
 */
final class Counts {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final Behaviour behaviour;
    private final int permits;
    private final Lateness lateness;
    private final AtomicLongArray answeredByRoute = new AtomicLongArray(Route.values().length);
    private volatile long answered;
    private volatile long inFlight;
    private volatile long abandoned;
    private volatile long connections;

    /** @param permits 0 for no limit */
    Counts(Behaviour behaviour, int permits, Lateness lateness) {
        this.behaviour = behaviour;
        this.permits = permits;
        this.lateness = lateness;
    }

    /** @param firstOfItsConnection whether its connection has brought none before */
    void started(boolean firstOfItsConnection) {
        inFlight = inFlight + 1;
        connections = connections + (firstOfItsConnection ? 1 : 0);
    }

    void answered(Route route) {
        inFlight = inFlight - 1;
        answered = answered + 1;
        answeredByRoute.set(route.ordinal(), answeredByRoute.get(route.ordinal()) + 1);
    }

    /** Its caller was reset in the place of an answer. */
    void reset() {
        inFlight = inFlight - 1;
    }

    /** Its caller has left before the answer. */
    void abandoned() {
        inFlight = inFlight - 1;
        abandoned = abandoned + 1;
    }

    long inFlight() {
        return inFlight;
    }

    private Map<String, Long> answeredByRoute() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Route route : Route.values()) {
            if (route.counts()) {
                counts.put(route.label(), answeredByRoute.get(route.ordinal()));
            }
        }
        return counts;
    }

    private long cpuMillis() {
        return system.getProcessCpuTime() / NANOS_PER_MILLI;
    }

    /** What {@code GET /stats} answers: {@code authorizePermits} is null where there is no limit. */
    String json() {
        Behaviour.Values values = behaviour.values();
        return new JsonObject().put("service", "two").put("delayMillis", values.delay())
                .put("stageDelayMillis", values.stageDelay()).put("authorizePermits", permits == 0 ? null : permits)
                .put("answered", answered).put("inFlight", inFlight)
                .put("errorPercent", values.errorPercent()).put("hangPercent", values.hangPercent())
                .put("resetPercent", values.resetPercent()).put("jitterMillis", values.jitterMillis())
                .put("slowStartSeconds", values.slowStartSeconds()).put("cpuMillis", cpuMillis())
                .put("timerLateMicros", new JsonObject().put("max", lateness.maxMicros())
                        .put("mean", lateness.meanMicros()))
                .put("connections", connections).put("abandoned", abandoned)
                .put("answeredByRoute", answeredByRoute()).toString();
    }

    /** Shows JMX consoles the same. */
    void show() {
        new JmxFigures("Service two: what happens to its calls. Counts are since the start.")
                .add("Answered", "Calls answered, whatever the status; looks at /stats are no calls", () -> answered)
                .add("AnsweredByRoute", "The same by route; other is what belongs to none", this::answeredByRoute)
                .add("Abandoned", "Calls whose caller left before the answer", () -> abandoned)
                .add("Connections", "Connections that a call came on", () -> connections)
                .add("InFlight", "Calls read and not yet answered, now: nearly all of them only wait for their delay "
                        + "to pass", () -> inFlight)
                .add("DelayMillis", "How long /info waits", () -> behaviour.values().delay())
                .add("StageDelayMillis", "How long each of the other three waits",
                        () -> behaviour.values().stageDelay())
                .add("ErrorPercent", "The share of calls that get a 500", () -> behaviour.values().errorPercent())
                .add("HangPercent", "The share of calls that are never answered",
                        () -> behaviour.values().hangPercent())
                .add("ResetPercent", "The share of calls whose connection is reset instead",
                        () -> behaviour.values().resetPercent())
                .add("JitterMillis", "By how much a wait is longer at most, by chance",
                        () -> behaviour.values().jitterMillis())
                .add("SlowStartSeconds", "How long after the start waits are longer than they say",
                        () -> behaviour.values().slowStartSeconds())
                .add("CpuMillis", "CPU time that the process has taken", this::cpuMillis)
                .add("TimerLateMaxMicros", "How late the latest timer of the last ten seconds was", lateness::maxMicros)
                .add("TimerLateMeanMicros", "How late the timers of the last ten seconds were on average",
                        lateness::meanMicros)
                .show("servicetwo:type=Service");
    }
}
