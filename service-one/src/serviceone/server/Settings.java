package serviceone.server;

import common.http.MessageParser.Limits;

/**
 * How many, how large and how long: what the server allows its clients, as {@code ./run.sh loom --help} says.
 *
 * @param maxConnections open at once, waiting ones included
 * @param backlog        capped by net.core.somaxconn
 * @param requestMillis  for a whole request, else 408: the first one of a connection from its accept, where silence is
 *                       answered by closing, the next ones from their first byte
 * @param graceMillis    for what is on its way: a new connection's first request when the service is stopped, the last
 *                       answer before a connection is closed; and for hearing nothing of a client before a look for it
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis) {
    /**
     * The threads that {@code async} gives to what can only block: as many as other servers, Tomcat's default. Made
     * when they are needed.
     */
    public static final int WORKERS = 200;
    /**
     * Where the system limits threads, so many are given back: else there would be none left for the acceptor, the
     * status page, the JVM's compilers or the shutdown.
     */
    public static final int SPARED_THREADS = 24;
    public static final int GRACE_MILLIS = 1_000;
    public static final Settings DEFAULTS = new Settings(10_000, 10_000, 1024, Limits.DEFAULTS, 10_000, 30_000, 10_000,
            60_000, 10_000, GRACE_MILLIS);
}
