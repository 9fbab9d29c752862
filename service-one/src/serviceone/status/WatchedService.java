package serviceone.status;

import common.mode.Mode;
import serviceone.law.Capacity;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/**
 * What is watched: how it was started, and where its figures come from.
 *
 * @param port     where clients connect
 * @param threads  the pool's threads or the event loops; nothing to {@code loom}, whose carriers are the JDK's
 * @param maxCalls calls to service two that may be in flight; 0 for no limit
 */
public record WatchedService(Mode mode, int port, int threads, Settings settings, int maxCalls, Meter meter,
        Occupancy occupancy) {
    /** What occupies the server at this moment; every answer may be stale when it arrives. */
    public interface Occupancy {
        int queued();

        /** Waiting ones included. */
        int connections();

        /** {@code pool}: threads that serve a request, whether they work or wait; 0 in the other modes. */
        int busyThreads();
    }

    private static final int OTHER_POOL = 200;

    /** The platform threads that serve: carriers where connections have virtual ones. */
    int threadsTotal() {
        return mode.isOnVirtualThreads() ? Jvm.SCHEDULER.getParallelism()
                : mode.number() == Mode.Number.EACH ? beingServed() : threads;
    }

    /** Where a request keeps its thread, those that serve one now; else what the last second's sample says. */
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

    /** What its requests may hold while they wait. */
    Capacity capacity() {
        return capacity(mode, threads);
    }

    /** To compare with: what {@code pool} would have as {@code loom}, and the others as Tomcat's default pool. */
    Capacity otherCapacity() {
        return mode.isBoundedByThreads() ? capacity(Mode.LOOM, 0) : capacity(Mode.POOL, OTHER_POOL);
    }

    String otherInWords() {
        return mode.isBoundedByThreads() ? Mode.LOOM.label() : "a " + Mode.POOL.inWords(OTHER_POOL);
    }

    private Capacity capacity(Mode of, int poolThreads) {
        return new Capacity(of, poolThreads, settings.maxConnections(), Jvm.SCHEDULER.getParallelism(),
                Settings.WORKERS);
    }
}
