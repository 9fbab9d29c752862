package servicetwo;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** What each path answers, and after how long. Runs on each request's virtual thread; keeps nothing of a request. */
final class Routes {
    private final Delays delays;
    private final Options options;
    private final Counts counts;

    /** A status and the JSON that goes with it. */
    private record Answer(int status, String json) {
        static Answer error(int status, String reason) {
            return new Answer(status, "{\"error\":\"" + reason + "\"}");
        }
    }

    Routes(Options options, Counts counts) {
        this.options = options;
        this.counts = counts;
        this.delays = new Delays(options);
    }

    /** A look at the counts is not counted itself. */
    void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/stats")) {
            sendStats(exchange);
        } else {
            serve(exchange);
        }
    }

    private void sendStats(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean get = exchange.getRequestMethod().equals("GET");
            send(exchange, get ? new Answer(200, counts.json()) : notAllowed(exchange));
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        counts.started();
        try (exchange) {
            send(exchange, answer(exchange));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the service is being stopped: the connection just closes
        } catch (IllegalArgumentException e) {
            send(exchange, Answer.error(400, "malformed query"));
        } finally {
            counts.answered();
        }
    }

    private Answer answer(HttpExchange exchange) throws InterruptedException {
        boolean get = exchange.getRequestMethod().equals("GET");
        return switch (exchange.getRequestURI().getPath()) {
            case "/info" -> get ? info() : notAllowed(exchange);
            case "/authenticate" -> get ? authenticate(query(exchange, "token")) : notAllowed(exchange);
            case "/authorize" -> get ? authorize(query(exchange, "id")) : notAllowed(exchange);
            case "/meetings" -> get ? meetings(query(exchange, "id")) : notAllowed(exchange);
            default -> Answer.error(404, "no such path");
        };
    }

    private Answer info() throws InterruptedException {
        delays.info();
        return new Answer(200, "{\"service\":\"two\",\"delayMillis\":" + options.delay()
                + ",\"stageDelayMillis\":" + options.stageDelay() + "}");
    }

    private Answer authenticate(String token) throws InterruptedException {
        delays.stage();
        return Directory.byToken(token).map(user -> new Answer(200, "{\"userId\":\"" + user.id() + "\"}"))
                .orElse(Answer.error(401, "unknown token"));
    }

    private Answer authorize(String id) throws InterruptedException {
        delays.authorize();
        return Directory.byId(id).map(Routes::authorities).orElse(Answer.error(404, "unknown id"));
    }

    private static Answer authorities(Directory.User user) {
        if (user.fault() == Fault.AUTHORIZE_FAILS) {
            return Answer.error(500, "the authorization service is broken for this user");
        }
        List<String> authorities = user.authorities();
        return new Answer(200, authorities.stream().map(authority -> '"' + authority + '"')
                .collect(Collectors.joining(",", "{\"authorities\":[", "]}")));
    }

    private Answer meetings(String id) throws InterruptedException {
        delays.stage();
        var user = Directory.byId(id);
        if (user.isPresent() && user.get().fault() == Fault.MEETINGS_ARE_LATE) {
            Thread.sleep(Fault.LATE_MILLIS);
        }
        String whose = Directory.isNumbered(id) ? ",\"user\":\"" + id + "\"" : "";
        return user.map(known -> new Answer(200,
                "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"" + whose + "}]}"))
                .orElse(Answer.error(404, "unknown id"));
    }

    private static Answer notAllowed(HttpExchange exchange) {
        exchange.getResponseHeaders().set("Allow", "GET");
        return Answer.error(405, "only GET");
    }

    /** The value of a parameter of the query; empty where there is none. */
    private static String query(HttpExchange exchange, String name) {
        String query = exchange.getRequestURI().getRawQuery();
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            if (parameter.startsWith(name + "=")) {
                return URLDecoder.decode(parameter.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }
}
