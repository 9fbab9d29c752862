package serviceone.server;

import common.http.MessageParser.Limits;

/**
 * {@code ./run.sh loom --help} explains these limits.
 *
 * @param maxConnections includes the connections in the queue
 * @param backlog        the kernel caps it at net.core.somaxconn
 * @param requestMillis  begins with a request's first byte; for a connection's first request, with the accept
 * @param graceMillis    at a shutdown, time for a new connection's first request; at a connection's end, time for the
 *                       last answer to arrive; during a request, time between checks whether the client has left
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis) {
    /** The most worker threads of {@code async}, for work that must block. Tomcat has as many threads by default. */
    public static final int WORKERS = 200;
    /**
     * If the system allows no more threads, the pool or the workers shrink by this number. The acceptor, the status
     * page and the JVM need some.
     */
    public static final int SPARED_THREADS = 24;
    public static final int GRACE_MILLIS = 1_000;
    public static final Settings DEFAULTS = new Settings(10_000, 10_000, 1024, Limits.DEFAULTS, 10_000, 30_000, 10_000,
            60_000, 10_000, GRACE_MILLIS);
}
