package lab;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Stands in for service one in {@code .ci/run}, and cheats. With {@code early}, it answers before it calls service two.
 * With {@code error}, it answers 200 with an error in the body.
 */
final class Cheat {
    private static final String MEETINGS = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
    private static final String ERROR = "{\"error\":\"something went wrong\"}";
    private static final List<String> CALLS =
            List.of("/info", "/authenticate?token=token", "/authorize?id=abc123", "/meetings?id=abc123");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Cheat() {
    }

    public static void main(String[] arguments) throws IOException {
        boolean early = arguments[0].equals("early");
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])), 1_000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/meetings", exchange -> {
            if (early) {
                answer(exchange, MEETINGS);
            }
            makeCalls(arguments[2]);
            if (!early) {
                answer(exchange, ERROR);
            }
        });
        server.start();
    }

    private static void makeCalls(String serviceTwo) throws IOException {
        for (String call : CALLS) {
            try {
                CLIENT.send(HttpRequest.newBuilder(URI.create("http://" + serviceTwo + call)).build(),
                        BodyHandlers.discarding());
            } catch (InterruptedException e) {
                throw new IOException("no code interrupts this thread", e);
            }
        }
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
