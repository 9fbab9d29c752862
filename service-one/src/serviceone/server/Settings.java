package serviceone.server;

import common.http.MessageParser.Limits;

/**
 * The limits of numbers, sizes and times, as {@code ./run.sh loom --help} explains them.
 *
 * @param maxConnections open at once, including waiting ones
 * @param backlog        capped by net.core.somaxconn
 * @param requestMillis  for a whole request. The first one of a connection counts from the accept, and silence closes
 *                       the connection; the next ones count from their first byte, and get 408
 * @param graceMillis    for what is on its way: a new connection's first request when a shutdown begins, the last
 *                       answer before a connection is closed. Also the silence of a client after which the service
 *                       checks its connection
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis) {
    /**
     * The most worker threads of {@code async} for what can only block: the default of other servers, such as Tomcat.
     * They start on demand.
     */
    public static final int WORKERS = 200;
    /**
     * If the system limits threads, the service gives this many back; otherwise none would be left for the acceptor,
     * the status page, the JVM's compilers or the shutdown.
     */
    public static final int SPARED_THREADS = 24;
    public static final int GRACE_MILLIS = 1_000;
    public static final Settings DEFAULTS = new Settings(10_000, 10_000, 1024, Limits.DEFAULTS, 10_000, 30_000, 10_000,
            60_000, 10_000, GRACE_MILLIS);
}
