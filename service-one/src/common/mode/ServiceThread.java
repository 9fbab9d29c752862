package common.mode;

import java.util.EnumSet;
import java.util.Set;

/**
 * Every kind of thread in service one, with its name, by which charts and thread dumps find it, and what it is for.
 */
public enum ServiceThread {
    POOL("pool-", "the pool: a thread to a request, whether it works or waits"),
    REQUEST("request-", "virtual threads: one to a connection"),
    /** Made and named by the JDK. */
    CARRIER("ForkJoinPool-1-worker-", "carriers: a virtual thread that waits, but for a native call, has none"),
    EVENT_LOOP("event-loop-", "event loops: all connections between them"),
    WORKER("worker-", "workers: do for the event loops what can only block"),
    ACCEPTOR("acceptor", "accepts connections and pushes their sockets onto the queue"),
    DRAIN("drain", "takes sockets from the queue"),
    WATCHDOG("watchdog", "waits for the pool's clients, ends what is late, and refuses what there is no room for"),
    ADMIN("admin-", "the status page"),
    /** Made and named by the JDK. */
    ADMIN_LISTENER("HTTP-Dispatcher", "the status page's listener; named by the JDK"),
    SAMPLER("sampler-", "looks at the counters once a second, and asks service two how long it waits"),
    VISUALVM_CLOCK("hrt-ticks", "VisualVM's clock");

    /** Those of which none can be spared: without it, clients would wait for ever for a service that looks alive. */
    private static final Set<ServiceThread> ESSENTIAL = EnumSet.of(EVENT_LOOP, ACCEPTOR, DRAIN, WATCHDOG);

    private final String prefix;
    private final String purpose;

    ServiceThread(String prefix, String purpose) {
        this.prefix = prefix;
        this.purpose = purpose;
    }

    /** How the names of these threads begin; where it ends with a hyphen, a number follows. */
    public String prefix() {
        return prefix;
    }

    public String purpose() {
        return purpose;
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
