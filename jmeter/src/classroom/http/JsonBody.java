package classroom.http;

import com.sun.net.httpserver.HttpExchange;
import common.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * The JSON object that a page of this program posts. No other site's page can post one: a browser says in Origin whose
 * page it is (RFC 6454, 7), and sends no other site's JSON without having asked first, by OPTIONS, which is refused
 * here. Used by the thread of the exchange.
 */
public final class JsonBody {
    private static final String TYPE = "application/json";

    private JsonBody() {
    }

    /**
     * @param most bytes that it may have
     * @throws IOException if the request ends before its body does
     */
    public static Map<?, ?> read(HttpExchange exchange, int most) throws IOException, Refusal {
        requireOwnOrigin(exchange);
        String type = field(exchange, "Content-Type").replaceFirst(";.*", "").strip();
        if (!type.equalsIgnoreCase(TYPE)) {
            throw new Refusal(415, "only " + TYPE + " is taken");
        }
        byte[] body = exchange.getRequestBody().readNBytes(most + 1);
        if (body.length > most) {
            throw new Refusal(413, "at most " + most + " bytes are taken");
        }
        return object(new String(body, StandardCharsets.UTF_8));
    }

    private static void requireOwnOrigin(HttpExchange exchange) throws Refusal {
        String origin = field(exchange, "Origin");
        String own = "http://" + field(exchange, "Host");
        if (!origin.isEmpty() && !origin.toLowerCase(Locale.ROOT).equals(own.toLowerCase(Locale.ROOT))) {
            throw new Refusal(403, "a page of " + origin + " may not do this");
        }
    }

    private static Map<?, ?> object(String text) throws Refusal {
        try {
            if (Json.read(text) instanceof Map<?, ?> object) {
                return object;
            }
            throw new Refusal(400, "a JSON object is needed");
        } catch (IOException e) {
            throw new Refusal(400, e.getMessage());
        }
    }

    /** A field of the request; empty if it is not there. */
    private static String field(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }
}
