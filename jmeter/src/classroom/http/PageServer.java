package classroom.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** The JDK's HTTP server with limits that no client of a class meets. Owns its threads. */
public final class PageServer implements AutoCloseable {
    /** Threads too, because each request holds one: more than the browsers of a class open. */
    public static final int CONNECTIONS = 1_024;
    /**
     * It reads these once, when its classes are initialised. Seconds in which a request must have come and its response
     * be taken, without which whoever is silent holds a thread for ever: the first is long enough for a phone at the
     * edge of a wireless network, the second for a request that is answered only when there is something new. A header
     * may have the 16 KB of service one's, or so many clients could fill the heap. Where too many connections are idle,
     * others are closed without a word after their answers. Without nodelay, an answer of two segments waits 40 ms for
     * an acknowledgement.
     */
    private static final Map<String, String> LIMITS = Map.of("jdk.httpserver.maxConnections", "" + CONNECTIONS,
            "sun.net.httpserver.maxIdleConnections", "" + CONNECTIONS,
            "sun.net.httpserver.maxReqTime", "5", "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.maxReqHeaderSize", "16384", "sun.net.httpserver.maxReqHeaders", "100",
            "sun.net.httpserver.clockTick", "1000", "sun.net.httpserver.nodelay", "true");

    private final ExecutorService threads;
    private final HttpServer server;

    /** @throws IOException if the port cannot be had */
    public PageServer(InetSocketAddress place, ExecutorService threads, PageHandler handler, Filter... filters)
            throws IOException {
        LIMITS.forEach(System::setProperty);
        this.threads = threads;
        server = HttpServer.create(place, CONNECTIONS);
        server.setExecutor(threads);
        server.createContext("/", handler).getFilters().addAll(List.of(filters));
        server.start();
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
