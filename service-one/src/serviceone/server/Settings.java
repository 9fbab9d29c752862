package serviceone.server;

import common.http.MessageParser.Limits;

/**
 * The limits on numbers, sizes and times, which {@code ./run.sh loom --help} explains.
 *
 * @param maxConnections the most open connections, including those in the queue
 * @param backlog        the most connections that wait to be accepted; the kernel caps it at net.core.somaxconn
 * @param requestMillis  the time for a whole request: for the first one of a connection from the accept, for later ones
 *                       from their first byte. A connection on which nothing has come is closed; a request that is not
 *                       complete gets 408
 * @param graceMillis    the time for what is on its way: a new connection's first request when a shutdown begins, or
 *                       the last answer before a connection is closed. Also, after this much silence from a client, the
 *                       service checks its connection
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis) {
    /**
     * The most worker threads of {@code async}, for work that can only block. They start on demand. Other servers, such
     * as Tomcat, have as many threads by default.
     */
    public static final int WORKERS = 200;
    /**
     * If the system allows no more threads, the service ends this many of its own threads. Otherwise no thread would be
     * left for the acceptor, the status page, the JVM's compilers or the shutdown.
     */
    public static final int SPARED_THREADS = 24;
    public static final int GRACE_MILLIS = 1_000;
    public static final Settings DEFAULTS = new Settings(10_000, 10_000, 1024, Limits.DEFAULTS, 10_000, 30_000, 10_000,
            60_000, 10_000, GRACE_MILLIS);
}
