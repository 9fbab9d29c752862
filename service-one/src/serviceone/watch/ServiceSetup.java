package serviceone.watch;

import serviceone.meter.Mode;

/**
 * What is watched, as it was started. Immutable.
 *
 * @param port           where clients connect
 * @param threads        the pool's threads or the event loops; nothing to {@code loom}, whose carriers are the JDK's
 * @param queue          sockets that may wait
 * @param maxConnections connections that may be open
 */
public record ServiceSetup(Mode mode, int port, int threads, int queue, int maxConnections) {
    /** The platform threads that serve: the pool's, the carriers, or the event loops. */
    int threadsTotal(PlatformBeans platform) {
        return mode.isOnVirtualThreads() ? platform.scheduler().getParallelism() : threads;
    }

    /** How many requests can be in flight at once. */
    int limit() {
        return mode.isBoundedByThreads() ? Math.min(threads, maxConnections) : maxConnections;
    }
}
