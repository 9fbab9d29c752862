package classroom.web;

import classroom.http.PageHandler;
import classroom.lesson.Lesson;
import classroom.run.FreePlay.PlayRow;
import classroom.run.NotNow;
import classroom.run.PlayExport;
import classroom.run.PlaySettings;
import classroom.run.Progress;
import classroom.vote.Ballot;
import classroom.web.Session.Room;
import com.sun.net.httpserver.HttpExchange;
import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Answers what the teacher's page asks for, and does what it tells. Another site's page can make the browser send
 * requests here, too (cross-site request forgery): but none with this page's token, none that are JSON without having
 * asked before, and none that come from this origin.
 */
final class TeacherHandler extends PageHandler {
    private static final long LONGEST_WAIT_MILLIS = 20_000;
    private static final int MOST_BYTES = 2_048;
    private static final int TOKEN_BYTES = 16;
    private static final String TOKEN_PLACE = "<meta name=\"token\" content=\"\">";

    private interface Action {
        void take(Posted fields) throws Refusal, UsageException, NotNow;
    }

    private final Session session;
    private final Map<String, Action> actions;
    /** What a request must carry to change anything, made at each start: only a page of this server can read it. */
    private final String token;
    private final String page;

    /** @throws IOException if the page is not in the jar, or has no place for the token */
    TeacherHandler(Session session) throws IOException {
        this.session = session;
        this.actions = Map.of("/show", fields -> session.course().show(fields.whole("lesson")),
                "/predict", fields -> session.course().predict(fields.whole("lesson"), fields.number("value")),
                "/run", fields -> session.course().run(fields.whole("lesson"), fields.flag("again")),
                "/stop", _ -> session.worker().stop(),
                "/reveal", fields -> reveal(fields.whole("lesson")),
                "/vote", fields -> vote(fields.flag("open")),
                "/play", fields -> session.play().run(settings(fields), fields.text("name")),
                "/name", fields -> session.play().name(fields.whole("row"), fields.text("name")),
                "/sides", fields -> session.sides().begin(fields.whole("users")));
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        String file = read("page.html");
        if (!file.contains(TOKEN_PLACE)) {
            throw new IOException("the page has no place for the token: " + TOKEN_PLACE);
        }
        this.page = file.replace(TOKEN_PLACE, TOKEN_PLACE.replace("\"\"", '"' + token + '"'));
    }

    @Override
    protected void answer(HttpExchange exchange, String path) throws IOException, Refusal, InterruptedException {
        try {
            if (actions.containsKey(path)) {
                act(exchange, actions.get(path));
            } else {
                show(exchange, path);
            }
        } catch (UsageException e) {
            throw new Refusal(400, e.getMessage());
        } catch (NotNow e) {
            throw new Refusal(409, e.getMessage());
        }
    }

    private void act(HttpExchange exchange, Action action) throws IOException, Refusal, UsageException, NotNow {
        allow(exchange, "POST");
        if (!isToken(exchange.getRequestHeaders().getFirst("X-Token"))) {
            throw new Refusal(403, "this is not from the page that the class shows now: load it again");
        }
        action.take(posted(exchange, MOST_BYTES));
        sendJson(exchange, session.state());
    }

    /** Takes as long for a token that is nearly right as for any other. */
    private boolean isToken(String other) {
        return other != null && MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                other.getBytes(StandardCharsets.UTF_8));
    }

    private void show(HttpExchange exchange, String path) throws IOException, Refusal, NotNow, InterruptedException {
        if (!List.of("/", "/state", "/live", "/play.csv", "/play.experiment").contains(path)) {
            throw new Refusal(404, "no such path");
        }
        allow(exchange, "GET", "HEAD");
        switch (path) {
            case "/" -> sendPage(exchange, page);
            case "/live" -> sendJson(exchange, session.live());
            case "/play.csv" -> sendFile(exchange, "free-play.csv", "text/csv", PlayExport.csv(rows()));
            case "/play.experiment" -> sendFile(exchange, "free-play", "text/plain", PlayExport.experiment(rows()));
            default -> {
                session.changes().await(after(exchange), LONGEST_WAIT_MILLIS);
                sendJson(exchange, session.state());
            }
        }
    }

    private List<PlayRow> rows() throws NotNow {
        List<PlayRow> rows = session.play().rows();
        if (rows.isEmpty()) {
            throw new NotNow("there is no row yet");
        }
        return rows;
    }

    /** After it nobody can vote any more: the answer is known. */
    private void reveal(int lesson) throws UsageException, NotNow {
        session.course().reveal(lesson);
        session.room().map(Room::ballot).filter(ballot -> ballot.openLesson() == lesson).ifPresent(Ballot::close);
    }

    private void vote(boolean open) throws UsageException, NotNow {
        Room room = session.room().orElseThrow(() -> new NotNow("there is no vote: start the class with --bind"));
        if (!open) {
            room.ballot().close();
            return;
        }
        Lesson lesson = session.course().lesson(session.course().shown());
        if (session.course().progress(lesson).state() == Progress.State.REVEALED) {
            throw new NotNow("the answer is known already");
        }
        room.ballot().open(lesson.id(), lesson.title(), lesson.asks());
    }

    private static PlaySettings settings(Posted fields) throws Refusal {
        return new PlaySettings(fields.text("mode"), fields.whole("threads"), fields.whole("users"),
                fields.whole("rate"), fields.text("path"), fields.whole("delay"), fields.whole("stageDelay"),
                fields.text("jvm"));
    }
}
