package serviceone.server;

import common.http.MessageParser.Limits;
import common.io.Clock;
import common.settings.Defaults;

/**
 * The limits, as {@code ./run.sh loom --help} explains them.
 *
 * @param backlog     the kernel caps it at net.core.somaxconn
 * @param graceMillis time for a new connection's first request during a shutdown, time for the last answer to arrive,
 * and time between two checks for a client that has left
 * @param virtual     whether a pool's threads are virtual
 * @param clock       measures these times
 */
public record Settings(int queue, int maxConnections, int backlog, Limits limits, int requestMillis, int idleMillis,
        int writeMillis, int queueMillis, int shutdownMillis, int graceMillis, boolean virtual, Clock clock) {
    public static final Settings DEFAULTS = new Settings(10_000, Defaults.CONNECTIONS, 1024, Limits.DEFAULTS,
            10_000, 30_000, 10_000, 60_000, 10_000, 1_000, false, Clock.SYSTEM);
}
