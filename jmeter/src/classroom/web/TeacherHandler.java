package classroom.web;

import classroom.http.JsonBody;
import classroom.http.Page;
import classroom.http.Refusal;
import classroom.http.Responses;
import classroom.run.NotNow;
import classroom.run.PlayExport;
import classroom.run.PlayRow;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import common.commandline.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers what the teacher's page asks for, and does what it tells. Another site's page can make the browser send
 * requests here, too (cross-site request forgery): but none with this page's token, none that are JSON without having
 * asked before, and none that come from this origin. Used by the server's threads.
 */
final class TeacherHandler implements HttpHandler {
    private static final long LONGEST_WAIT_MILLIS = 20_000;
    private static final int MOST_BYTES = 2_048;
    private static final Pattern AFTER = Pattern.compile("after=(\\d{1,18})");

    private final Session session;
    private final Actions actions;
    private final Token token = Token.random();
    private final String page;

    /** @throws IOException if the page is not in the jar */
    TeacherHandler(Session session) throws IOException {
        this.session = session;
        this.actions = new Actions(session);
        this.page = token.in(Page.read("page.html"));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answerOrRefuse(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is being closed, and this exchange with it
        }
    }

    private void answerOrRefuse(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            answer(exchange);
        } catch (Refusal refusal) {
            Responses.refuse(exchange, refusal);
        } catch (UsageException e) {
            Responses.refuse(exchange, new Refusal(400, e.getMessage()));
        } catch (NotNow e) {
            Responses.refuse(exchange, new Refusal(409, e.getMessage()));
        }
    }

    private void answer(HttpExchange exchange)
            throws IOException, Refusal, UsageException, NotNow, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (actions.has(path)) {
            allow(exchange, "POST");
            requireToken(exchange);
            actions.take(path, new Fields(JsonBody.read(exchange, MOST_BYTES)));
            Responses.json(exchange, StateView.of(session));
        } else {
            read(exchange, path);
        }
    }

    private void read(HttpExchange exchange, String path)
            throws IOException, Refusal, UsageException, NotNow, InterruptedException {
        switch (path) {
            case "/", "/state", "/live", "/play.csv", "/play.experiment" -> allow(exchange, "GET", "HEAD");
            default -> throw new Refusal(404, "no such path");
        }
        switch (path) {
            case "/" -> Responses.page(exchange, page);
            case "/state" -> Responses.json(exchange, state(exchange.getRequestURI().getQuery()));
            case "/live" -> Responses.json(exchange, session.live());
            case "/play.csv" -> Responses.download(exchange, "free-play.csv", "text/csv; charset=utf-8",
                    PlayExport.csv(rows()));
            default -> Responses.download(exchange, "free-play", "text/plain; charset=utf-8",
                    PlayExport.experiment(rows()));
        }
    }

    private static void allow(HttpExchange exchange, String... methods) throws Refusal {
        if (!List.of(methods).contains(exchange.getRequestMethod())) {
            String allowed = String.join(", ", methods);
            exchange.getResponseHeaders().set("Allow", allowed);
            throw new Refusal(405, "only " + allowed);
        }
    }

    private void requireToken(HttpExchange exchange) throws Refusal {
        if (!token.is(exchange.getRequestHeaders().getFirst("X-Token"))) {
            throw new Refusal(403, "this is not from the page that the class shows now: load it again");
        }
    }

    private StateView state(String query) throws UsageException, InterruptedException {
        if (query != null) {
            Matcher after = AFTER.matcher(query);
            if (!after.matches()) {
                throw new UsageException("/state takes ?after=VERSION");
            }
            session.changes().await(Long.parseLong(after.group(1)), LONGEST_WAIT_MILLIS);
        }
        return StateView.of(session);
    }

    private List<PlayRow> rows() throws NotNow {
        List<PlayRow> rows = session.play().rows();
        if (rows.isEmpty()) {
            throw new NotNow("there is no row yet");
        }
        return rows;
    }
}
