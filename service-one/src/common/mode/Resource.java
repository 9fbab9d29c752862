package common.mode;

import java.util.Locale;

/**
 * What limits the requests in flight. A request may hold one of the first three while it waits, and always holds its
 * connection.
 */
public enum Resource {
    THREADS, CARRIERS, WORKER_THREADS, CONNECTIONS, PERMITS, CORES;

    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
