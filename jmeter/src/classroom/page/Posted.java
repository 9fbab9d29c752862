package classroom.page;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import common.http.PageServer.Refusal;
import common.json.Json;

/**
 * A posted JSON object. Pages of other sites cannot post here: the browser names their site in Origin (RFC 6454, 7),
 * and the OPTIONS request that it sends first gets 405.
 */
public record Posted(Map<?, ?> members) {
    private static final String JSON = "application/json";

    public static Posted read(HttpExchange exchange, int mostBytes) throws IOException {
        String origin = field(exchange, "Origin");
        if (!origin.isEmpty() && !origin.equalsIgnoreCase("http://" + field(exchange, "Host"))) {
            throw new Refusal(403, "pages of " + origin + " may not do this");
        }
        String type = field(exchange, "Content-Type").replaceFirst(";.*", "").strip();
        if (!type.equalsIgnoreCase(JSON)) {
            throw new Refusal(415, "the content must be " + JSON);
        }
        byte[] body = exchange.getRequestBody().readNBytes(mostBytes + 1);
        if (body.length > mostBytes) {
            throw new Refusal(413, "the limit is " + mostBytes + " bytes");
        }
        try {
            if (Json.read(new String(body, StandardCharsets.UTF_8)) instanceof Map<?, ?> object) {
                return new Posted(object);
            }
        } catch (Json.JsonException e) {
            throw new Refusal(400, e.getMessage());
        }
        throw new Refusal(400, "the body must be a JSON object");
    }

    private static String field(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    public double number(String name) {
        if (members.get(name) instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        throw takes(name, "a number");
    }

    public int whole(String name) {
        double number = number(name);
        if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
            throw takes(name, "a whole number");
        }
        return (int) number;
    }

    public boolean flag(String name) {
        return switch (members.get(name)) {
            case null -> false;
            case Boolean flag -> flag;
            default -> throw takes(name, "true or false");
        };
    }

    public String text(String name) {
        return switch (members.get(name)) {
            case null -> "";
            case String text -> text;
            default -> throw takes(name, "a text");
        };
    }

    private static Refusal takes(String name, String what) {
        return new Refusal(400, name + " takes " + what);
    }
}
