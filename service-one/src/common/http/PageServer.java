package common.http;

import module java.base;
import module jdk.httpserver;
import com.sun.net.httpserver.Headers;
import common.io.HostPort;
import common.json.JsonObject;

/** Serves a page and its JSON. */
public final class PageServer implements AutoCloseable {
    private static final Pattern PART = Pattern.compile("(?m)^/\\* ([a-z/-]+\\.(?:css|js)) \\*/$");
    private static final Pattern AFTER = Pattern.compile("after=(-1|\\d{1,18})");
    /** The page may fetch only from its own server. */
    private static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final ExecutorService threads;
    private final Map<String, Answerer> routes;
    private final HttpServer server;
    private final boolean isLocal;

    /**
     * The JDK's server reads these limits once, when its classes are initialized.
     *
     * @param connections     each further connection is closed at once
     * @param requestSeconds  limits the arrival of a request
     * @param responseSeconds limits the sending of a response
     */
    public record PageLimits(int connections, int requestSeconds, int responseSeconds) {
        /**
         * The JDK's own limits on headers would let many clients fill the heap. {@code clockTick} and {@code
         * timerMillis} are the pauses between two checks for late clients, in milliseconds. Without {@code nodelay},
         * an answer of two segments waits 40 ms.
         */
        private void setProperties() {
            Map.of("jdk.httpserver.maxConnections", "" + connections,
                    "sun.net.httpserver.maxIdleConnections", "" + connections,
                    "sun.net.httpserver.maxReqTime", "" + requestSeconds,
                    "sun.net.httpserver.maxRspTime", "" + responseSeconds,
                    "sun.net.httpserver.maxReqHeaderSize", "16384", "sun.net.httpserver.maxReqHeaders", "100",
                    "sun.net.httpserver.clockTick", "1000", "sun.net.httpserver.timerMillis", "200",
                    "sun.net.httpserver.nodelay", "true").forEach(System::setProperty);
        }
    }

    /** Several threads may run it at the same time. */
    public interface Answerer {
        /** Returns a {@link TextFile}, or an object to write as JSON. */
        Object answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** A page is encoded once: for a client that asks a hundred times, that would be most of the work. */
    public record TextFile(String type, String name, byte[] utf8) {
        public TextFile(String type, String name, String text) {
            this(type, name, text.getBytes(StandardCharsets.UTF_8));
        }

        public String text() {
            return new String(utf8, StandardCharsets.UTF_8);
        }
    }

    /** Unchecked, because the server answers it for all routes. */
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int status;

        public Refusal(int status, String why) {
            super(why);
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    /**
     * @param isLocal whether it answers only requests that name this machine
     * @param routes  the keys are {@code GET /path}, which also answers HEAD, and {@code POST /path}
     */
    public PageServer(InetSocketAddress place, boolean isLocal, ExecutorService threads, PageLimits limits,
            Map<String, Answerer> routes) throws IOException {
        limits.setProperties();
        this.isLocal = isLocal;
        this.threads = threads;
        this.routes = routes;
        server = HttpServer.create(place, limits.connections);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
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

    /**
     * Reads a page from the jar. A comment line that names a file, as in status.html, stands for that file: one in the
     * page's folder, unless the name begins with a slash.
     */
    public static TextFile page(String resource) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher part = PART.matcher(resource(resource));
        while (part.find()) {
            String file = URI.create(resource).resolve(part.group(1)).getPath();
            part.appendReplacement(page, "");
            page.append(resource(file));
        }
        return new TextFile("text/html; charset=utf-8", "", part.appendTail(page).toString());
    }

    public static String resource(String name) throws IOException {
        try (InputStream in = PageServer.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("not in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is closing
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            if (isLocal) {
                requireLocal(exchange);
            }
            String path = exchange.getRequestURI().getPath();
            String method = exchange.getRequestMethod();
            Answerer answerer = routes.get((method.equals("HEAD") ? "GET" : method) + ' ' + path);
            if (answerer == null) {
                throw noAnswer(exchange, path);
            }
            send(exchange, 200, answerer.answer(exchange));
        } catch (Refusal refusal) {
            send(exchange, refusal.status, Map.of("error", refusal.getMessage()));
        }
    }

    /**
     * The owner of evil.example could let that name resolve to 127.0.0.1 (DNS rebinding). Requests from a page of
     * evil.example would then arrive here, but still name evil.example.
     */
    private static void requireLocal(HttpExchange exchange) {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        String authority = exchange.getRequestURI().getRawAuthority();      // overrides Host (RFC 9112, 3.2.2)
        boolean mayLackHost = exchange.getProtocol().equals("HTTP/1.0");
        if (hosts.size() > 1 || hosts.isEmpty() && !mayLackHost) {
            throw new Refusal(400, "exactly one Host field is required");      // RFC 9112, 3.2
        }
        if (!hosts.stream().allMatch(HostPort::isLocal) || authority != null && !HostPort.isLocal(authority)) {
            throw new Refusal(421, "this page answers only as 127.0.0.1 and localhost");      // RFC 9110, 15.5.20
        }
    }

    private Refusal noAnswer(HttpExchange exchange, String path) {
        String allowed = routes.containsKey("GET " + path) ? "GET, HEAD" : "POST";
        if (allowed.equals("POST") && !routes.containsKey("POST " + path)) {
            return new Refusal(404, "no such path");
        }
        exchange.getResponseHeaders().set("Allow", allowed);
        return new Refusal(405, "only " + allowed);
    }

    /** Returns the number in {@code ?after=}, or -1 without a query. */
    public static long afterParameter(HttpExchange exchange) {
        String query = Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), "after=-1");
        if (!AFTER.matcher(query).matches()) {
            throw new Refusal(400, exchange.getRequestURI().getPath() + " takes ?after=VERSION");
        }
        return Long.parseLong(query.substring("after=".length()));
    }

    static void send(HttpExchange exchange, int status, Object answer) throws IOException {
        TextFile file = answer instanceof TextFile text ? text
                : new TextFile("application/json", "", JsonObject.text(answer));
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("Content-Type", file.type);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
        if (!file.name.isEmpty()) {
            headers.set("Content-Disposition", "attachment; filename=\"" + file.name + '"');
        }
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : file.utf8.length);
        if (!head) {
            // Closing only the exchange would wait for the rest of a refused request.
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(file.utf8);
            }
        }
    }
}
