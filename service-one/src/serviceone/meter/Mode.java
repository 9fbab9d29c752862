package serviceone.meter;

import java.util.Locale;

/** The ways in which the service gets its threads, and how each is named to people. */
public enum Mode {
    /** A fixed number of platform threads. */
    POOL(ServiceThread.POOL, "pool threads"),
    /** A virtual thread for each connection. */
    LOOM(ServiceThread.CARRIER, "carriers"),
    /** A few event loops. */
    ASYNC(ServiceThread.EVENT_LOOP, "event loops");

    private final ServiceThread serving;
    private final String servingAre;

    Mode(ServiceThread serving, String servingAre) {
        this.serving = serving;
        this.servingAre = servingAre;
    }

    /** As it is named on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The platform threads that run the requests. */
    public ServiceThread serving() {
        return serving;
    }

    public String servingAre() {
        return servingAre;
    }

    /** Whether a request needs a platform thread to itself: their number limits it, and the JDK tells their CPU. */
    public boolean isBoundedByThreads() {
        return serving == ServiceThread.POOL;
    }

    /** Whether a request has a thread of its own, of whatever kind, also while it waits for service two. */
    public boolean hasThreadPerConnection() {
        return isBoundedByThreads() || isOnVirtualThreads();
    }

    /** Whether a connection has a virtual thread to itself. */
    public boolean isOnVirtualThreads() {
        return serving == ServiceThread.CARRIER;
    }
}
