package serviceone.server;

import java.util.Locale;

/** The ways in which the service gets its threads. */
public enum Mode {
    /** A fixed number of platform threads. */
    POOL,
    /** A virtual thread for each connection. */
    LOOM,
    /** A few event loops. */
    ASYNC;

    /** As it is named on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
