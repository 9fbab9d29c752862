package classroom.http;

import java.util.Map;

/**
 * What the JDK's HTTP server grants its clients, the same for each of a process's servers: it reads these properties
 * once, when its classes are initialised, so they must be set before the first server is made.
 */
public final class ServerLimits {
    /** Threads too, because each request holds one: more than the browsers of a class open. */
    public static final int CONNECTIONS = 1_024;
    /**
     * Seconds in which a request must have come and its response be taken, without which whoever is silent holds a
     * thread for ever: the first is long enough for a phone at the edge of a wireless network, the second for a
     * request that is answered only when there is something new. A header may have the 16 KB of service one's, or so
     * many clients could fill the heap. Where too many connections are idle, others are closed without a word after
     * their answers. Without nodelay, an answer of two segments waits 40 ms for an acknowledgement.
     */
    private static final Map<String, String> PROPERTIES = Map.of("jdk.httpserver.maxConnections", "" + CONNECTIONS,
            "sun.net.httpserver.maxIdleConnections", "" + CONNECTIONS,
            "sun.net.httpserver.maxReqTime", "5", "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.maxReqHeaderSize", "16384", "sun.net.httpserver.maxReqHeaders", "100",
            "sun.net.httpserver.clockTick", "1000", "sun.net.httpserver.nodelay", "true");

    private ServerLimits() {
    }

    /** To be called before a server is made. */
    public static void set() {
        PROPERTIES.forEach(System::setProperty);
    }
}
