package servicetwo;

import com.sun.management.OperatingSystemMXBean;
import common.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.management.JMException;
import javax.management.ObjectName;
import servicetwo.Routes.Route;

/**
 * How many calls came and were answered: it shows whether service two holds service one back. Written by the loop's
 * thread alone and read by JMX's, too: so the counts are volatile, or elements of an atomic array, and a plain addition
 * loses none.
 */
final class Counts implements ServiceTwoMXBean {
    private static final String BEAN = "servicetwo:type=Service";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final Settings settings;
    private final Lateness lateness;
    private final AtomicLongArray answeredByRoute = new AtomicLongArray(Route.values().length);
    private volatile long answered;
    private volatile long inFlight;
    private volatile long abandoned;
    private volatile long connections;

    Counts(Settings settings, Lateness lateness) {
        this.settings = settings;
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

    /** Shows the counts to JMX consoles. */
    void show() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException("one service to a JVM shows its counts", e);
        }
    }

    /** What {@code GET /stats} answers: {@code authorizePermits} is null where there is no limit. */
    String json() {
        Options options = settings.options();
        JsonObject byRoute = new JsonObject();
        getAnsweredByRoute().forEach(byRoute::put);
        return new JsonObject().put("service", "two").put("delayMillis", options.delay())
                .put("stageDelayMillis", options.stageDelay())
                .put("authorizePermits", options.authorizePermits() == 0 ? null : options.authorizePermits())
                .put("answered", answered).put("inFlight", inFlight)
                .put("errorPercent", getErrorPercent()).put("hangPercent", getHangPercent())
                .put("resetPercent", getResetPercent()).put("jitterMillis", getJitterMillis())
                .put("slowStartSeconds", getSlowStartSeconds()).put("cpuMillis", getCpuMillis())
                .put("timerLateMicros", new JsonObject().put("max", getTimerLateMaxMicros())
                        .put("mean", getTimerLateMeanMicros()))
                .put("connections", connections).put("abandoned", abandoned).put("answeredByRoute", byRoute).toString();
    }

    @Override
    public long getAnswered() {
        return answered;
    }

    @Override
    public Map<String, Long> getAnsweredByRoute() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Route route : Route.values()) {
            if (route.counts()) {
                counts.put(route.label(), answeredByRoute.get(route.ordinal()));
            }
        }
        return counts;
    }

    @Override
    public long getAbandoned() {
        return abandoned;
    }

    @Override
    public long getConnections() {
        return connections;
    }

    @Override
    public long getInFlight() {
        return inFlight;
    }

    @Override
    public int getDelayMillis() {
        return settings.options().delay();
    }

    @Override
    public int getStageDelayMillis() {
        return settings.options().stageDelay();
    }

    @Override
    public int getErrorPercent() {
        return settings.options().faults().errorPercent();
    }

    @Override
    public int getHangPercent() {
        return settings.options().faults().hangPercent();
    }

    @Override
    public int getResetPercent() {
        return settings.options().faults().resetPercent();
    }

    @Override
    public int getJitterMillis() {
        return settings.options().faults().jitterMillis();
    }

    @Override
    public int getSlowStartSeconds() {
        return settings.options().faults().slowStartSeconds();
    }

    @Override
    public long getCpuMillis() {
        return system.getProcessCpuTime() / NANOS_PER_MILLI;
    }

    @Override
    public long getTimerLateMaxMicros() {
        return lateness.maxMicros();
    }

    @Override
    public long getTimerLateMeanMicros() {
        return lateness.meanMicros();
    }
}
