package serviceone.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import common.http.LocalHostFilter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import serviceone.meter.ServiceThread;

/**
 * The status page and its figures, on a listener of its own: it must not wait in the queue that it shows. For the same
 * reason its threads are platform threads of its own, whatever the mode: when the pool is exhausted or the carriers are
 * busy, it still answers. They are few, because the service's own must not fail to start for want of threads: senders
 * of half a request hold all of them for two seconds at most, and the others wait. Listens on the loopback interface
 * alone, and answers only who asked for that.
 */
final class AdminServer implements AutoCloseable {
    /** More connections than any browser opens. */
    private static final int CONNECTIONS = 512;
    static final int THREADS = 24;
    private static final int IDLE_SECONDS = 5;
    /**
     * The JDK's server reads these once, when its classes are initialised. Seconds for a request to come, and for its
     * response to be taken: without them whoever is silent holds a connection for ever; milliseconds from one look at
     * those that have sent nothing to the next, and at those that are late. Without nodelay, an answer of two segments
     * waits 40 ms for an acknowledgement.
     */
    private static final Map<String, String> LIMITS = Map.of("jdk.httpserver.maxConnections", "" + CONNECTIONS,
            "sun.net.httpserver.maxReqTime", "2", "sun.net.httpserver.maxRspTime", "5",
            "sun.net.httpserver.clockTick", "1000", "sun.net.httpserver.timerMillis", "200",
            "sun.net.httpserver.nodelay", "true");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    /** Milliseconds since 1970, of which a long takes 18 digits. */
    private static final Pattern AFTER = Pattern.compile("after=([0-9]{1,18})");
    private static final String FOLDER = "/serviceone/";
    /** Put into the page where it names them in a comment, so that it is one self-contained file. */
    private static final List<String> PARTS =
            List.of("status.css", "layout.css", "lives.css", "status.js", "errors.js", "flow.js", "law.js", "charts.js",
                    "lives.js");
    /** The page needs nothing from anywhere but its figures; so a browser shall fetch nothing else for it. */
    private static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

    /** Takes a task only if a thread waits for it; else there is another thread, up to their number. */
    private final LinkedTransferQueue<Runnable> waiting = new LinkedTransferQueue<>() {
        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    };
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(1, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
            waiting, ServiceThread.ADMIN.platform().daemon().factory(), (task, _) -> waiting.put(task));
    private final HttpServer server;
    private final byte[] page;
    private final Function<URI, String> stats;
    private final LongFunction<String> lives;

    /**
     * @param stats the figures, as JSON; they tell where the page is
     * @param lives those of sampled requests that ended after a time in milliseconds since 1970, as JSON
     */
    AdminServer(int port, Function<URI, String> stats, LongFunction<String> lives) throws IOException {
        LIMITS.forEach(System::setProperty);
        this.stats = stats;
        this.lives = lives;
        page = page().getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), CONNECTIONS);
        threads.prestartCoreThread();
        server.setExecutor(this::execute);
        server.createContext("/", this::handle).getFilters().add(new LocalHostFilter());
        server.start();
    }

    /** Where the system gives no further thread, those that there are do it; the JDK's dispatcher would end. */
    private void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) {
            waiting.put(task);
        }
    }

    private static String page() throws IOException {
        String page = resource("status.html");
        for (String part : PARTS) {
            page = page.replace("/* " + part + " */", resource(part));
        }
        return page;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = AdminServer.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("not in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!READING.contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, 405, "text/plain", "only GET and HEAD\n");
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/" -> send(exchange, 200, "text/html; charset=utf-8", page);
                case "/stats" -> send(exchange, 200, "application/json", stats.apply(address()));
                case "/lives" -> sendLives(exchange);
                default -> send(exchange, 404, "text/plain", "no such path\n");
            }
        }
    }

    /** All that are kept, or those that ended after what the query says. */
    private void sendLives(HttpExchange exchange) throws IOException {
        Matcher after = AFTER.matcher(Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "after=0"));
        if (after.matches()) {
            send(exchange, 200, "application/json", lives.apply(Long.parseLong(after.group(1))));
        } else {
            send(exchange, 400, "text/plain", "?after= takes milliseconds since 1970\n");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        send(exchange, status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
