package serviceone.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Answers {@code GET /stats} as a service two would, or some other service, as the test says. */
final class AnnouncingServer implements AutoCloseable {
    static final String MEETINGS =
            "{\"service\":\"two\",\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":null}";

    private final HttpServer server;
    private volatile int status = 200;
    private volatile String body = MEETINGS;

    AnnouncingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/stats", this::answer);
        server.start();
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    /** Status 0 ends the connection without an answer. */
    void say(int newStatus, String newBody) {
        status = newStatus;
        body = newBody;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (status != 0) {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
