package classroom.web;

import static common.http.PageServer.afterParameter;

import module java.base;
import classroom.page.Posted;
import classroom.run.PlaySettings;
import classroom.vote.VoteServer;
import com.sun.net.httpserver.HttpExchange;
import common.commandline.UsageException;
import common.http.PageServer.Answerer;
import common.http.PageServer.Refusal;
import common.http.PageServer.TextFile;
import common.http.PageServer;

/**
 * Serves the teacher's page. Requests can start programs, so the server listens on the loopback interface only.
 * The token stops cross-site request forgery, and the check of the Host field stops DNS rebinding.
 */
public final class TeacherServer implements AutoCloseable {
    private static final long LONGEST_WAIT_MILLIS = 20_000;
    private static final int MOST_BYTES = 2_048;
    private static final String TOKEN_PLACE = "<meta name=\"token\" content=\"\">";

    private final Session session;
    private final String token = UUID.randomUUID().toString();      // of a SecureRandom
    private final PageServer server;

    public TeacherServer(int port, Session session) throws IOException {
        this.session = session;
        server = new PageServer(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), true,
                Executors.newVirtualThreadPerTaskExecutor(), VoteServer.LIMITS, routes());
    }

    private Map<String, Answerer> routes() throws IOException {
        TextFile page = pageWithToken();
        Map<String, Answerer> routes = new HashMap<>(Map.of("GET /", _ -> page,
                "GET /state", this::state, "GET /live", _ -> session.live(),
                "GET /lanes", _ -> new TextFile("application/json", "", session.lanes())));
        actions().forEach((path, action) ->
                routes.put("POST " + path, exchange -> perform(action, exchange)));
        return routes;
    }

    private Map<String, Consumer<Posted>> actions() {
        Map<String, Consumer<Posted>> actions = new HashMap<>();
        actions.put("/show", fields -> session.show(fields.text("place")));
        actions.put("/predict", fields ->
                session.course().predict(fields.whole("lesson"), fields.number("value")));
        actions.put("/run", fields -> session.run(fields.whole("lesson"), fields.flag("again")));
        actions.put("/stop", _ -> session.worker().stop());
        actions.put("/reveal", fields -> session.reveal(fields.whole("lesson")));
        actions.put("/vote", fields -> session.reopen(fields.whole("lesson")));
        actions.put("/room", _ -> session.voting().empty());
        actions.put("/address", fields -> session.voting().choose(fields.text("url")));
        actions.put("/play", fields ->
                session.play().run(PlaySettings.of(fields), fields.text("name")));
        actions.put("/name", fields ->
                session.play().name(fields.whole("row"), fields.text("name")));
        return actions;
    }

    private TextFile pageWithToken() throws IOException {
        TextFile page = PageServer.page("/classroom/page.html");
        return new TextFile(page.type(), "",
                page.text().replace(TOKEN_PLACE, TOKEN_PLACE.replace("\"\"", '"' + token + '"')));
    }

    private Object perform(Consumer<Posted> action, HttpExchange exchange) throws IOException {
        if (!isToken(exchange.getRequestHeaders().getFirst("X-Token"))) {
            throw new Refusal(403, "the class was started again: load this page again");
        }
        try {
            action.accept(Posted.read(exchange, MOST_BYTES));
        } catch (UsageException e) {
            throw new Refusal(400, e.getMessage());
        }
        return session.state();
    }

    /** Compares in constant time, so that response times reveal nothing about the token. */
    private boolean isToken(String other) {
        return other != null && MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                other.getBytes(StandardCharsets.UTF_8));
    }

    private Object state(HttpExchange exchange) throws InterruptedException {
        session.worker().changes().await(afterParameter(exchange), LONGEST_WAIT_MILLIS);
        return session.state();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + "/");
    }

    @Override
    public void close() {
        session.worker().changes().end();
        server.close();
    }
}
