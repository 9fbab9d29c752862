package servicetwo;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import common.json.JsonObject;
import common.process.JmxFigures;
import common.settings.ServiceTwoSettings.Setting;
import java.lang.management.ManagementFactory;
import servicetwo.Routes.Route;

/** Shows whether service two is the bottleneck. Only the event loop's thread changes the counts. */
final class Counts {
    /** A class of its own, because loading the JDK's MBeans takes a tenth of the start-up time. */
    private static final class Jvm {
        static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }

    private final Behaviour behaviour;
    final Lateness lateness;
    private final AtomicLongArray answeredByRoute = new AtomicLongArray(Route.values().length);
    private volatile long answered;
    private volatile long inFlight;
    private volatile long abandoned;
    private volatile long connections;

    Counts(Behaviour behaviour, LongSupplier nanoTime) {
        lateness = new Lateness(nanoTime);
        this.behaviour = behaviour;
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

    String json() {
        JsonObject stats = new JsonObject().put("service", "two");
        behaviour.settings().addTo(stats);
        return stats.put("answered", answered).put("inFlight", inFlight).put("cpuMillis", cpuMillis())
                .put("timerLateMicros", lateness.micros()).put("connections", connections)
                .put("abandoned", abandoned).put("answeredByRoute", answeredByRoute()).toString();
    }

    void show() {
        JmxFigures figures = new JmxFigures("Service two's calls. Counts are since the start.")
                .add("Answered", "Calls answered with any status; requests for /stats do not count", () -> answered)
                .add("AnsweredByRoute", "Calls answered, by route. Other: an unknown path or a malformed query",
                        this::answeredByRoute)
                .add("Abandoned", "Calls whose caller left before the answer", () -> abandoned)
                .add("Connections", "Connections with at least one call", () -> connections)
                .add("InFlight", "Calls that are not answered yet", () -> inFlight);
        for (Setting each : Setting.values()) {
            String name = each.member().substring(0, 1).toUpperCase(Locale.ROOT) + each.member().substring(1);
            figures.add(name, each.option().meaning(), () -> behaviour.settings().get(each));
        }
        figures.add("TimerLateMaxMicros", "The greatest lateness of a timer in the last ten seconds",
                        () -> lateness.micros().get("max"))
                .add("TimerLateMeanMicros", "The mean lateness of the timers in the last ten seconds",
                        () -> lateness.micros().get("mean"))
                .show("servicetwo:type=Service");
    }
}
