package common.mode;

import java.util.Locale;
import java.util.stream.Stream;

/** Every kind of thread in service one, with its name in charts and thread dumps. */
public enum ServiceThread {
    POOL_THREAD("pool-", "the pool: a thread per request, working or waiting"),
    VIRTUAL_THREAD("request-", "virtual threads: one per connection"),
    /** The JDK names them. */
    CARRIER("ForkJoinPool-1-worker-", "carriers: run virtual threads; a native call blocks its carrier"),
    EVENT_LOOP("event-loop-", "event loops: share all connections"),
    WORKER("worker-", "workers: do blocking work for the event loops; compute, with --computing-threads"),
    ACCEPTOR("acceptor", "accepts connections and pushes their sockets onto the queue"),
    DRAIN("drain", "takes sockets from the queue"),
    WATCHDOG("watchdog", "waits for the pool's clients, ends late connections, refuses connections over the limits"),
    ADMIN("admin-", "the status page"),
    ADMIN_LISTENER("HTTP-Dispatcher", "the status page's listener; named by the JDK"),
    SAMPLER("sampler-", "reads the counters once a second, and asks service two for its delays"),
    VISUALVM_CLOCK("hrt-ticks", "VisualVM's clock");

    private final String prefix;
    private final String purpose;

    ServiceThread(String prefix, String purpose) {
        this.prefix = prefix;
        this.purpose = purpose;
    }

    /** If it ends with a hyphen, a number follows. */
    public String prefix() {
        return prefix;
    }

    public String plural() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ') + 's';
    }

    public String purpose() {
        return purpose;
    }

    public Thread.Builder.OfPlatform platform() {
        return prefix.endsWith("-") ? Thread.ofPlatform().name(prefix, 1) : Thread.ofPlatform().name(prefix);
    }

    public boolean isNameOf(String name) {
        return name.startsWith(prefix);
    }

    /** If one of these threads ends, the service looks alive but answers nothing. */
    public static boolean isEssential(String name) {
        return Stream.of(EVENT_LOOP, ACCEPTOR, DRAIN, WATCHDOG).anyMatch(kind -> kind.isNameOf(name));
    }
}
