package load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import common.json.JsonWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Tells a controller elsewhere this machine's clock and its JMeter's CPU time: JMeter's own distributed mode tells
 * neither. It takes no orders, so it needs no key. Owns a listener, whose one thread answers; used by the main thread.
 */
public final class FiguresServer implements AutoCloseable {
    private static final int OK = 200;

    private final HttpServer server;

    /** @param figures is asked by the listener's thread, for each answer */
    public FiguresServer(HostPort jmeterServer, Supplier<Stats.Generator> figures) throws IOException {
        HostPort address = Stats.Generator.place(jmeterServer);
        server = HttpServer.create(new InetSocketAddress(address.host(), address.port()), 0);
        server.createContext("/stats", exchange -> answer(exchange, JsonWriter.text(figures.get())));
        server.start();
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        try (exchange) {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(OK, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Where it listens: the port after the jmeter-server's. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
