package serviceone.status;

import common.mode.Mode;
import serviceone.law.Capacity;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/**
 * The service to watch: its settings, and the sources of its figures.
 *
 * @param port     the port to which clients connect
 * @param threads  the number of the pool's threads or of the event loops; unused in {@code loom}, whose carriers belong
 *                 to the JDK
 * @param maxCalls the most calls to service two in flight; 0 if there is no limit
 */
public record WatchedService(Mode mode, int port, int threads, Settings settings, int maxCalls, Meter meter,
        Occupancy occupancy) {
    /** The server's occupancy now. Every value may have changed before the caller uses it. */
    public interface Occupancy {
        int queued();

        /** The number of open connections, including those in the queue. */
        int connections();

        /** {@code pool}: threads that serve a request, working or waiting; 0 in the other modes. */
        int busyThreads();
    }

    private static final int OTHER_POOL = 200;

    /** The number of serving platform threads; with virtual threads, the carriers. */
    int threadsTotal() {
        return mode.isOnVirtualThreads() ? Jvm.SCHEDULER.getParallelism()
                : mode.number() == Mode.Number.EACH ? beingServed() : threads;
    }

    /** The busy threads now, if a request keeps its platform thread; otherwise the value given, which was sampled. */
    double threadsBusy(double sampled) {
        return mode.isBoundedByThreads() ? occupancy.busyThreads()
                : mode.keepsPlatformThread() ? meter.inFlight() : sampled;
    }

    /** How many virtual threads have a connection now. */
    int virtualThreads() {
        return mode.isOnVirtualThreads() ? beingServed() : 0;
    }

    /** Connections that are not in the queue. */
    private int beingServed() {
        return Math.max(0, occupancy.connections() - occupancy.queued());
    }

    /** The resources that requests may hold while they wait. */
    Capacity capacity() {
        return capacity(mode, threads);
    }

    /** For comparison: {@code loom} for {@code pool}, and Tomcat's default pool for the other modes. */
    Capacity otherCapacity() {
        return mode.isBoundedByThreads() ? capacity(Mode.LOOM, 0) : capacity(Mode.POOL, OTHER_POOL);
    }

    String otherInWords() {
        return mode.isBoundedByThreads() ? Mode.LOOM.label() : "a " + Mode.POOL.inWords(OTHER_POOL);
    }

    private Capacity capacity(Mode which, int poolThreads) {
        return new Capacity(which, poolThreads, settings.maxConnections(), Jvm.SCHEDULER.getParallelism(),
                Settings.WORKERS);
    }
}
