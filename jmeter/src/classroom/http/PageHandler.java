package classroom.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import common.json.Json;
import common.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves a page of this program, which is one file, and the JSON that the page asks for and posts. No other site's page
 * can post here: a browser says in Origin whose page it is (RFC 6454, 7), and sends no other site's JSON without having
 * asked first, by OPTIONS, which is refused here. Run by the server's threads at once.
 */
public abstract class PageHandler implements HttpHandler {
    private static final String FOLDER = "/classroom/";
    private static final Pattern PART = Pattern.compile("(?m)^/\\* ([a-z-]+\\.(?:css|js)) \\*/$");
    private static final Pattern AFTER = Pattern.compile("after=(\\d{1,18})");
    private static final String JSON = "application/json";
    /** A page needs nothing from anywhere but its own server; so a browser shall fetch nothing else for it. */
    private static final String POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
            + "img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    /** Why a request is not answered with what it asks for. */
    public static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        private final int status;

        /** @param why in a sentence that its user can act upon */
        public Refusal(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    /** The members of the JSON object that a page has posted; one that is missing or of another type is refused. */
    public record Posted(Map<?, ?> members) {
        public double number(String name) throws Refusal {
            if (members.get(name) instanceof Double number && Double.isFinite(number)) {
                return number;
            }
            throw takes(name, "a number");
        }

        public int whole(String name) throws Refusal {
            double number = number(name);
            if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
                throw takes(name, "a whole number");
            }
            return (int) number;
        }

        /** False where it is missing. */
        public boolean flag(String name) throws Refusal {
            return optional(name, Boolean.class, false, "true or false");
        }

        /** Empty where it is missing. */
        public String text(String name) throws Refusal {
            return optional(name, String.class, "", "a text");
        }

        private <T> T optional(String name, Class<T> type, T otherwise, String what) throws Refusal {
            Object value = members.get(name);
            if (value != null && !type.isInstance(value)) {
                throw takes(name, what);
            }
            return value == null ? otherwise : type.cast(value);
        }

        private static Refusal takes(String name, String what) {
            return new Refusal(400, name + " takes " + what);
        }
    }

    /**
     * The page of that name, with every line that names a part in a comment, as {@code /* page.css}, replaced by that
     * part.
     *
     * @throws IOException if the page or a part of it is not in the jar
     */
    protected static String read(String name) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher part = PART.matcher(resource(name));
        while (part.find()) {
            part.appendReplacement(page, Matcher.quoteReplacement(resource(part.group(1))));
        }
        return part.appendTail(page).toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = PageHandler.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("not in the jar: " + FOLDER + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    protected abstract void answer(HttpExchange exchange, String path)
            throws IOException, Refusal, InterruptedException;

    @Override
    public final void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answerOrRefuse(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is being closed, and this exchange with it
        }
    }

    private void answerOrRefuse(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            answer(exchange, exchange.getRequestURI().getPath());
        } catch (Refusal refusal) {
            send(exchange, refusal.status, JSON, JsonWriter.text(Map.of("error", refusal.getMessage())));
        }
    }

    protected static void allow(HttpExchange exchange, String... methods) throws Refusal {
        if (!List.of(methods).contains(exchange.getRequestMethod())) {
            String allowed = String.join(", ", methods);
            exchange.getResponseHeaders().set("Allow", allowed);
            throw new Refusal(405, "only " + allowed);
        }
    }

    /** The version that the page has, with {@code ?after=VERSION}; -1 without, which is no version. */
    protected static long after(HttpExchange exchange) throws Refusal {
        String query = exchange.getRequestURI().getQuery();
        if (query == null) {
            return -1;
        }
        Matcher after = AFTER.matcher(query);
        if (!after.matches()) {
            throw new Refusal(400, exchange.getRequestURI().getPath() + " takes ?after=VERSION");
        }
        return Long.parseLong(after.group(1));
    }

    /**
     * The JSON object that is posted.
     *
     * @param most bytes that it may have
     * @throws IOException if the request ends before its body does
     */
    protected static Posted posted(HttpExchange exchange, int most) throws IOException, Refusal {
        String origin = field(exchange, "Origin");
        if (!origin.isEmpty() && !origin.equalsIgnoreCase("http://" + field(exchange, "Host"))) {
            throw new Refusal(403, "a page of " + origin + " may not do this");
        }
        String type = field(exchange, "Content-Type").replaceFirst(";.*", "").strip();
        if (!type.equalsIgnoreCase(JSON)) {
            throw new Refusal(415, "only " + JSON + " is taken");
        }
        byte[] body = exchange.getRequestBody().readNBytes(most + 1);
        if (body.length > most) {
            throw new Refusal(413, "at most " + most + " bytes are taken");
        }
        try {
            if (Json.read(new String(body, StandardCharsets.UTF_8)) instanceof Map<?, ?> object) {
                return new Posted(object);
            }
        } catch (Json.JsonException e) {
            throw new Refusal(400, e.getMessage());
        }
        throw new Refusal(400, "a JSON object is needed");
    }

    /** A field of the request; empty if it is not there. */
    private static String field(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    protected static void sendPage(HttpExchange exchange, String html) throws IOException {
        send(exchange, 200, "text/html; charset=utf-8", html);
    }

    protected static void sendJson(HttpExchange exchange, Object value) throws IOException {
        send(exchange, 200, JSON, JsonWriter.text(value));
    }

    /** A file, for the browser to keep under a name. */
    protected static void sendFile(HttpExchange exchange, String name, String type, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"" + name + '"');
        send(exchange, 200, type + "; charset=utf-8", text);
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
