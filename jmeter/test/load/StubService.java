package load;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;

/** Answers {@code GET /stats} with each text in turn, and then repeats the last. An empty text gives a 503. */
public final class StubService implements AutoCloseable {
    private final HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();

    public StubService(String... answers) throws IOException {
        this.answers.addAll(List.of(answers));
        server.createContext("/stats", exchange -> {
            requests.incrementAndGet();
            String text = this.answers.size() > 1 ? this.answers.remove() : this.answers.element();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(text.isEmpty() ? 503 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    public static String stats(String page, String waitSeconds) {
        return """
                {"service":{"mode":"loom","port":8082,"pid":7,"threadsAre":"virtual","limit":10000,"page":"%s"},
                "total":{"accepted":1},"law":{"load":1.5,"waitSeconds":%s},"history":{"at":[1]}}
                """.formatted(page, waitSeconds);
    }

    public HostPort address() {
        return new HostPort("127.0.0.1", server.getAddress().getPort());
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
