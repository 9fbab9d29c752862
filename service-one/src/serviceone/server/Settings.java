package serviceone.server;

import common.http.MessageParser.Limits;

/**
 * {@code ./run.sh loom --help} explains the limits.
 *
 * @param backlog the kernel caps it at net.core.somaxconn
 * @param graceMillis how long the service waits where {@code --help} names no limit
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis) {
    /** Threads for blocking work in {@code async}; Tomcat's default. */
    public static final int WORKERS = 200;
    /** A pool leaves this many threads to others if the system allows no more. */
    public static final int SPARED_THREADS = 24;
    public static final int GRACE_MILLIS = 1_000;
    public static final Settings DEFAULTS = new Settings(10_000, 10_000, 1024, Limits.DEFAULTS, 10_000, 30_000, 10_000,
            60_000, 10_000, GRACE_MILLIS);
}
