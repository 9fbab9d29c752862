package serviceone.server;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of {@code pool} and {@code loom} that have a thread now. Their threads add and remove them; the
 * dispatcher's and the stopping thread look for those that are idle. A concurrent set: whoever looks sees every
 * connection that was added before.
 */
final class ServedConnections {
    private final Set<BlockingConnection> served = ConcurrentHashMap.newKeySet();

    void add(BlockingConnection connection) {
        served.add(connection);
    }

    void remove(BlockingConnection connection) {
        served.remove(connection);
    }

    int size() {
        return served.size();
    }

    /** Ends the one that has been idle the longest, for at least so many milliseconds; false if there is none. */
    boolean giveUpLongestIdle(long millis) {
        return served.stream().filter(connection -> connection.isIdleFor(millis))
                .min(Comparator.comparingLong(BlockingConnection::idleSince)).filter(BlockingConnection::giveUpIfIdle)
                .isPresent();
    }

    /**
     * Ends all that are idle, for however short a time, but for those that are new: their first request may be on its
     * way. To be called again and again while the server is draining: they grow old.
     */
    void giveUpIdle() {
        served.stream().filter(connection -> !connection.socket().isNew()).forEach(BlockingConnection::giveUpIfIdle);
    }
}
