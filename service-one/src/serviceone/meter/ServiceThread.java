package serviceone.meter;

import java.util.EnumSet;
import java.util.Set;

/**
 * Every kind of thread in the service, with its name, by which charts and thread dumps find it. What each is for,
 * {@code ./run.sh threads} says.
 */
public enum ServiceThread {
    POOL("pool-"),
    REQUEST("request-"),
    /** Made and named by the JDK. */
    CARRIER("ForkJoinPool-1-worker-"),
    EVENT_LOOP("event-loop-"),
    /** Do for the event loops what can only block. */
    WORKER("worker-"),
    ACCEPTOR("acceptor"),
    DRAIN("drain"),
    WATCHDOG("watchdog"),
    ADMIN("admin-"),
    /** Made and named by the JDK. */
    ADMIN_LISTENER("HTTP-Dispatcher"),
    SAMPLER("sampler-"),
    VISUALVM_CLOCK("hrt-ticks");

    /** Those of which none can be spared: without it, clients would wait for ever for a service that looks alive. */
    private static final Set<ServiceThread> ESSENTIAL = EnumSet.of(EVENT_LOOP, ACCEPTOR, DRAIN, WATCHDOG);

    private final String prefix;

    ServiceThread(String prefix) {
        this.prefix = prefix;
    }

    /** How the names of these threads begin; where it ends with a hyphen, a number follows. */
    public String prefix() {
        return prefix;
    }

    public Thread.Builder.OfPlatform platform() {
        Thread.Builder.OfPlatform builder = Thread.ofPlatform();
        return prefix.endsWith("-") ? builder.name(prefix, 1) : builder.name(prefix);
    }

    public boolean isNameOf(String name) {
        return name.startsWith(prefix);
    }

    /** Whether a thread of that name is one without which the service cannot go on. */
    public static boolean isEssential(String name) {
        return ESSENTIAL.stream().anyMatch(kind -> kind.isNameOf(name));
    }
}
