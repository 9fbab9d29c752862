package servicetwo;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

/** What each path answers, and what the figures tell of that. */
class RoutesTest implements AutoCloseable {
    private final ServiceTwo service = new ServiceTwo("--port=0", "--delay=1", "--stage-delay=1");

    RoutesTest() throws Exception {
    }

    @Override
    public void close() {
        service.close();
    }

    private record Row(String reason, String method, String target, int status, String body) {
    }

    private static final String MEETINGS = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
    private static final String NOT_ALLOWED = "{\"error\":\"only GET\"}";
    private static final List<Row> ROWS = List.of(
            new Row("what it is", "GET", "/info", 200,
                    "{\"service\":\"two\",\"delayMillis\":1,\"stageDelayMillis\":1}"),
            new Row("a known token", "GET", "/authenticate?token=token", 200, "{\"userId\":\"abc123\"}"),
            new Row("an unknown token", "GET", "/authenticate?token=x", 401, "{\"error\":\"unknown token\"}"),
            new Row("no token", "GET", "/authenticate", 401, "{\"error\":\"unknown token\"}"),
            new Row("who may", "GET", "/authorize?id=abc123", 200,
                    "{\"userId\":\"abc123\",\"authorities\":[\"get-meetings\"]}"),
            new Row("who may not", "GET", "/authorize?id=guest456", 200,
                    "{\"userId\":\"guest456\",\"authorities\":[]}"),
            new Row("an unknown id", "GET", "/authorize?id=x", 404, "{\"error\":\"unknown id\"}"),
            new Row("a fault of service two", "GET", "/authorize?id=broken500", 500,
                    "{\"error\":\"the authorization service is broken for this user\"}"),
            new Row("meetings", "GET", "/meetings?id=abc123", 200, MEETINGS),
            new Row("another parameter before it", "GET", "/meetings?x=y&id=abc123", 200, MEETINGS),
            new Row("an escaped path and query", "GET", "/%6deetings?id=abc%3123", 200, MEETINGS),
            new Row("a malformed escape", "GET", "/meetings?id=%zz", 400, "{\"error\":\"malformed query\"}"),
            new Row("one of many", "GET", "/authenticate?token=user-42", 200, "{\"userId\":\"user-42\"}"),
            new Row("whose meetings these are", "GET", "/meetings?id=user-42", 200,
                    MEETINGS.replace("\"}", "\",\"user\":\"user-42\"}")),
            new Row("nobody's meetings", "GET", "/meetings?id=x", 404, "{\"error\":\"unknown id\"}"),
            new Row("no such path", "GET", "/infox", 404, "{\"error\":\"no such path\"}"),
            new Row("the same with another method", "POST", "/infox", 404, "{\"error\":\"no such path\"}"),
            new Row("another method", "POST", "/info", 405, NOT_ALLOWED),
            new Row("another one", "DELETE", "/meetings", 405, NOT_ALLOWED),
            new Row("its figures are only read", "POST", "/stats", 405, NOT_ALLOWED));

    @Test
    void eachPathHasItsAnswers() throws Exception {
        try (Caller caller = new Caller(service)) {
            for (Row row : ROWS) {
                Caller.Reply reply = caller.send(row.method + ' ' + row.target + " HTTP/1.1\r\nHost: two\r\n\r\n")
                        .reply();
                assertEquals(row.status + " " + row.body, reply.status() + " " + reply.body(), row.reason);
                assertEquals("application/json", reply.fields().get("content-type"), row.reason);
                assertEquals(row.status == 405 ? "GET, HEAD" : null, reply.fields().get("allow"), row.reason);
            }
        }
    }

    @Test
    void headIsAnsweredAsGetWithoutTheBody() throws Exception {
        try (Caller caller = new Caller(service)) {
            for (String target : List.of("/info", "/authorize?id=x", "/nowhere")) {
                Caller.Reply get = caller.get(target).reply();
                Caller.Reply head = caller.send("HEAD " + target + " HTTP/1.1\r\nHost: two\r\n\r\n").reply(true);
                assertEquals(get.status(), head.status(), target);
                assertEquals(get.fields().get("content-length"), head.fields().get("content-length"), target);
            }
        }
    }
}
