package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import testing.Test;

/** What service two makes of the bytes that come. */
class HttpTest implements AutoCloseable {
    private static final int NEVER = 1_000_000;
    private static final String HOST = "Host: two\r\n";
    private static final String INFO = "{\"service\":\"two\",\"delayMillis\":0,\"stageDelayMillis\":0}";

    private final ServiceTwo service = new ServiceTwo("--port=0", "--delay=0", "--stage-delay=0");

    HttpTest() throws Exception {
    }

    @Override
    public void close() {
        service.close();
    }

    /** @param kept whether the connection goes on */
    private record Row(String reason, int status, boolean kept, String request) {
    }

    private static String get(String line, String... fields) {
        return "GET " + line + "\r\n" + String.join("", List.of(fields)) + "\r\n";
    }

    /** What each of them may look like, the tests of common.http know. */
    private static final List<Row> ROWS = List.of(
            new Row("as clients ask", 200, true, get("/info HTTP/1.1", HOST)),
            new Row("1.0", 200, false, get("/info HTTP/1.0")),
            new Row("1.0, kept", 200, true, get("/info HTTP/1.0", "Connection: Keep-Alive\r\n")),
            new Row("closed by 1.1", 200, false, get("/info HTTP/1.1", HOST, "connection: x , Close\r\n")),
            new Row("a body, dropped", 405, true, "POST /info HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\nabc"),
            new Row("a larger one", 413, false, "POST /info HTTP/1.1\r\n" + HOST + "Content-Length: 1048577\r\n\r\nx"),
            new Row("chunks", 200, true,
                    get("/info HTTP/1.1", HOST, "Transfer-Encoding: chunked\r\n") + "2\r\nab\r\n0\r\n\r\n"),
            new Row("an expectation", 417, false, get("/info HTTP/1.1", HOST, "Expect: wonders\r\n")),
            new Row("no Host", 400, false, get("/info HTTP/1.1")),
            new Row("no HTTP", 400, false, "hello\r\n\r\n"),
            new Row("the server itself", 404, true, "OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n"),
            new Row("a longer one", 414, false, get("/" + "x".repeat(8_192) + " HTTP/1.1", HOST)),
            new Row("longer headers", 431, false, get("/info HTTP/1.1", HOST, "X: " + "x".repeat(16_384) + "\r\n")));

    @Test
    void eachRequestGetsItsAnswerAndItsConnectionGoesOnOrEnds() throws Exception {
        for (Row row : ROWS) {
            try (Caller caller = new Caller(service)) {
                Caller.Reply reply = caller.send(row.request).reply();
                assertEquals(row.status, reply.status(), row.reason + ", which gets " + reply.body());
                boolean old = row.request.contains("HTTP/1.0");
                String says = row.kept ? old ? "keep-alive" : null : "close";
                assertEquals(says, reply.fields().get("connection"), row.reason + ": Connection");
                if (row.kept) {
                    assertEquals(INFO, caller.get("/info").reply().body(), row.reason + ": the next request");
                } else {
                    assertTrue(caller.ends(), row.reason + ": the connection ends");
                }
            }
        }
    }

    @Test
    void whoWaitsForAContinueIsTold() throws Exception {
        try (Caller caller = new Caller(service)) {
            caller.send("POST /info HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n");
            assertEquals("HTTP/1.1 100 Continue", caller.line());
            assertEquals("", caller.line());
            assertEquals(405, caller.send("x").reply().status());
        }
    }

    /** A call, a body, one that waits for nothing, and the last one. */
    private static final String PIPELINED = get("/authenticate?token=user-1 HTTP/1.1", HOST)
            + "POST /info HTTP/1.1\r\n" + HOST + "Content-Length: 4\r\n\r\n\r\n\r\n"
            + get("/nowhere HTTP/1.1", HOST) + get("/meetings?id=user-2 HTTP/1.1", HOST, "Connection: close\r\n");

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrderWhereverTheirBytesAreSplit() throws Exception {
        for (int split = 0; split <= PIPELINED.length(); split += 3) {
            try (Caller caller = new Caller(service)) {
                caller.send(PIPELINED.substring(0, split)).send(PIPELINED.substring(split));
                assertEquals("{\"userId\":\"user-1\"}", caller.reply().body(), "first, split at " + split);
                assertEquals(405, caller.reply().status(), "second, split at " + split);
                assertEquals(404, caller.reply().status(), "third, split at " + split);
                assertEquals("{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\",\"user\":\"user-2\"}]}",
                        caller.reply().body(), "fourth, split at " + split);
                assertTrue(caller.ends(), "the end, split at " + split);
            }
        }
    }

    /** More than fits into the input of a connection, which stops reading until there is room again. */
    @Test
    void thousandsOfPipelinedRequestsLoseNothing() throws Exception {
        int count = 3_000;
        try (Caller caller = new Caller(service)) {
            Thread sender = Thread.ofVirtual().start(() -> sendMany(caller, count));
            for (int i = 0; i < count; i++) {
                assertEquals("{\"userId\":\"user-" + i + "\"}", caller.reply().body(), "answer " + i);
                assertEquals(404, caller.reply().status(), "the one after it");
            }
            sender.join();
        }
    }

    private static void sendMany(Caller caller, int count) {
        try {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < count; i++) {
                all.append(get("/authenticate?token=user-" + i + " HTTP/1.1", HOST))
                        .append(get("/nowhere HTTP/1.1", HOST));
            }
            caller.send(all.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closed at once, its bytes would meet a reset, which may destroy an answer that is not read yet. */
    @Test
    void theLastAnswerIsSeenByACallerThatStillSends() throws Exception {
        Connection.Limits patient = new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER);
        try (ServiceTwo two = new ServiceTwo(patient, "--port=0");
                Caller caller = new Caller(two)) {
            caller.send("POST /info HTTP/1.1\r\n" + HOST + "Content-Length: 20000000\r\n\r\n");
            assertEquals(413, caller.reply().status());
            for (int i = 0; i < 20; i++) {
                caller.send("x".repeat(1_000_000));      // throws after a reset
            }
            assertTrue(caller.ends(), "its end");
        }
    }

    @Test
    void aBodyBehindAFullInputIsReadToItsEnd() throws Exception {
        int gets = 2_000;      // 64 bytes each: the body's head is where the input is full
        try (ServiceTwo slow = new ServiceTwo("--port=0", "--delay=20");
                Caller caller = new Caller(slow)) {
            String nowhere = get("/" + "n".repeat(40) + " HTTP/1.1", HOST);
            caller.send(get("/info HTTP/1.1", HOST) + nowhere.repeat(gets) + "POST /info HTTP/1.1\r\n" + HOST
                    + "Content-Length: 100000\r\n\r\n" + "x".repeat(100_000) + get("/stats HTTP/1.1", HOST));
            assertEquals(200, caller.reply().status());
            for (int i = 0; i < gets; i++) {
                assertEquals(404, caller.reply().status(), "answer " + i);
            }
            assertEquals(405, caller.reply().status());
            assertEquals(200, caller.reply().status());
        }
    }
}
