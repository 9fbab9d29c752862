package serviceone.status;

import serviceone.law.Capacity;
import serviceone.meter.Mode;
import serviceone.meter.Occupancy;
import serviceone.server.Settings;

/**
 * What is watched, as it was started. Immutable.
 *
 * @param port           where clients connect
 * @param threads        the pool's threads or the event loops; nothing to {@code loom}, whose carriers are the JDK's
 * @param queue          sockets that may wait
 * @param maxConnections connections that may be open
 * @param maxCalls       calls to service two that may be in flight; 0 for no limit
 */
public record ServiceSetup(Mode mode, int port, int threads, int queue, int maxConnections, int maxCalls) {
    private static final int OTHER_POOL = 200;

    /** The platform threads that serve: the pool's, the carriers, or the event loops. */
    int threadsTotal() {
        return mode.isOnVirtualThreads() ? Carriers.number() : threads;
    }

    /** How many virtual threads have a connection now. */
    int virtualThreads(Occupancy occupancy) {
        return mode.isOnVirtualThreads() ? Math.max(0, occupancy.connections() - occupancy.queued()) : 0;
    }

    /** What its requests may hold while they wait. */
    Capacity capacity() {
        return capacity(mode, threads);
    }

    /** To compare with: what {@code pool} would have as {@code loom}, and the others as Tomcat's default pool. */
    Capacity otherCapacity() {
        return mode.isBoundedByThreads() ? capacity(Mode.LOOM, 0)
                : capacity(Mode.POOL, OTHER_POOL);
    }

    private Capacity capacity(Mode of, int poolThreads) {
        return new Capacity(of, poolThreads, maxConnections, Carriers.number(), Settings.WORKERS);
    }
}
