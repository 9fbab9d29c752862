package classroom.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import common.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Sends what a handler answers, with the fields that every response has. Used by the thread of the exchange. */
public final class Responses {
    /** A page needs nothing from anywhere but its own server; so a browser shall fetch nothing else for it. */
    private static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private Responses() {
    }

    public static void page(HttpExchange exchange, String html) throws IOException {
        send(exchange, 200, "text/html; charset=utf-8", html);
    }

    public static void json(HttpExchange exchange, Object value) throws IOException {
        send(exchange, 200, "application/json", JsonWriter.text(value));
    }

    /** A file, for the browser to keep under a name. */
    public static void download(HttpExchange exchange, String name, String type, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"" + name + '"');
        send(exchange, 200, type, text);
    }

    public static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        send(exchange, refusal.status(), "application/json", JsonWriter.text(Map.of("error", refusal.getMessage())));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("Content-Type", type);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            // Closed here: closing the exchange would first wait for the rest of a request that is refused half-read.
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }
}
