package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.calls.Bulkhead;
import serviceone.server.ScriptedServer.Script;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** What clients see when service two does what it should not. */
class FaultsTest {
    private static final String ANSWER = ScriptedServer.ok(ScriptedServer.INFO);
    private static final String GOOD = "200 " + ScriptedServer.INFO;
    private static final String FAILED = "502 {\"error\":\"info: service two failed\"}";
    private static final String LATE = "504 {\"error\":\"info: service two is late\"}";
    private static final String MEETINGS = "200 {\"meetings\":[]}";

    /** What service two answers to the one call of a request, whether the connection ends then, and what comes of it. */
    private record Row(String reason, String answer, boolean closes, String told) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("a good answer", ANSWER, false, GOOD),
            new Row("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\n{\"\r\nf\r\nservice\":\"two\"}\r\n0\r\n\r\n", false, GOOD),
            new Row("no HTTP", "hello?\r\n\r\n", false, FAILED),
            new Row("an end before the answer", "", true, FAILED),
            new Row("an end within it", ANSWER.substring(0, ANSWER.length() - 1), true, FAILED),
            new Row("an end that is its own", "HTTP/1.0 200 OK\r\n\r\n" + ScriptedServer.INFO, true, GOOD),
            new Row("another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n", false, FAILED),
            new Row("no status", "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n", false, FAILED),
            new Row("more than 64 KB", "HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n{", false, FAILED));
    private static final List<Row> LATE_ROWS = List.of(
            new Row("none in time", "", false, LATE),
            new Row("one that trickles in for too long", "HTTP/1.1 200 OK\r\nA: " + "x".repeat(1_000), false, LATE));

    /** With nothing internal, and without a second try, which only a connection that was used before deserves. */
    @Test
    void eachFaultHasItsAnswer() throws Exception {
        check(ROWS, TestService.PATIENT_MILLIS, 0);
        check(LATE_ROWS, TestService.HASTY_MILLIS, 1);
    }

    private static void check(List<Row> rows, int answerMillis, int millisPerByte) throws Exception {
        TestService.inEachMode(mode -> {
            AtomicReference<Row> row = new AtomicReference<>();
            AtomicInteger calls = new AtomicInteger();
            Script script = (exchange, _) -> {
                do {
                    exchange.receive();
                    calls.incrementAndGet();
                    for (char c : row.get().answer.toCharArray()) {
                        exchange.send(String.valueOf(c));
                        Thread.sleep(millisPerByte);
                    }
                } while (!row.get().closes);
            };
            try (ScriptedServer two = new ScriptedServer(script); TestService service = TestService.inFrontOf(
                    TestService.two(two.port(), answerMillis, new Bulkhead(0)), mode, 1, Settings.DEFAULTS)) {
                for (Row each : rows) {
                    row.set(each);
                    calls.set(0);
                    assertEquals(each.told, told(service.get("/rpc")), each.reason);
                    assertEquals(1, calls.get(), "calls that got " + each.reason);
                }
            }
        });
    }

    @Test
    void aConnectionThatIsNotTakenIsNotWaitedFor() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort nobody = new ClosedPort()) {
            assertThrows(SocketTimeoutException.class, () -> {
                while (true) {      // until its backlog is full, as nobody accepts
                    waiting.add(new Socket());
                    waiting.getLast().connect(full.getLocalSocketAddress(), TestService.HASTY_MILLIS);
                }
            });
            TestService.inEachMode(mode -> {
                try (TestService service = TestService.hastyInFrontOf(full.getLocalPort(), mode);
                        TestService lost = TestService.inFrontOf(nobody.number(), mode)) {
                    assertEquals(LATE, told(service.get("/rpc")), "in time");
                    assertEquals(FAILED, told(lost.get("/meetings")), "where nobody listens");
                }
            });
        } finally {
            for (Socket each : waiting) {
                each.close();
            }
        }
    }

    private static String told(RawClient.Reply reply) {
        return reply.status() + " " + reply.body();
    }

    /** Of each call: no JSON, JSON of another shape, the answers to other calls or about others. */
    private static final String[][] WRONG = {
        {"info", "hello"}, {"info", "{\"userId\":\"abc123\"}"}, {"info", "{\"service\":2}"},
        {"authenticate", ""}, {"authenticate", "null"}, {"authenticate", "{\"userId\":7}"},
        {"authorize", "7"}, {"authorize", "{\"authorities\":\"get-meetings\"}"},
        {"authorize", "{\"userId\":\"other\",\"authorities\":[\"get-meetings\"]}"},
        {"meetings", "{\"service\":\"two\"}"}, {"meetings", "{\"meetings\":{}}"},
        {"meetings", "{\"meetings\":[{\"user\":\"other\"}]}"}};

    @Test
    void aWrongAnswerIsA502ThatNamesTheCallAndItsConnectionEnds() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicReference<String[]> next = new AtomicReference<>(new String[] {"", ""});
            Script script = (exchange, _) -> {
                while (true) {
                    String asked = exchange.receive();
                    boolean wrong = ScriptedServer.callOf(asked).equals(next.get()[0]);
                    exchange.send(ScriptedServer.ok(wrong ? next.get()[1] : ScriptedServer.answerTo(asked)));
                }
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode);
                    RawClient client = service.connect()) {
                for (int i = 0; i < WRONG.length; i++) {
                    next.set(WRONG[i]);
                    String told = told(client.get("/meetings"));
                    assertTrue(told.startsWith("502 {\"error\":\"" + WRONG[i][0] + ": service two answered w"),
                            String.join(" is answered ", WRONG[i]) + ", the client " + told);
                    assertEquals(i + 1, two.connections.get(), "connections until " + WRONG[i][0] + WRONG[i][1]);
                }
                next.set(new String[] {"", ""});
                assertEquals(MEETINGS, told(client.get("/meetings")), "afterwards");
            }
        });
    }

    /** The second one comes with the first, or with the answer to the next call, when nothing tells it from that. */
    @Test
    void anAnswerTooManyIsNobodysAndEndsItsConnection() throws Exception {
        for (boolean later : List.of(false, true)) {
            Script script = (exchange, number) -> {
                while (number == 1) {
                    String answer = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                    exchange.send(later ? answer : answer + answer);
                    if (later) {
                        exchange.receive();
                        exchange.send(answer);
                    }
                }
                exchange.answerAll();
            };
            TestService.inEachModeBefore(script, (service, two) -> {
                try (RawClient client = service.connect()) {
                    int first = client.get("/meetings").status();
                    assertEquals(later ? 502 : 200, first, "its second call may have the answer to the first");
                    for (int i = 0; i < 3; i++) {
                        assertEquals(MEETINGS, told(client.get("/meetings")), "afterwards");
                    }
                    assertEquals(2, two.connections.get(), "connections");
                }
            });
        }
    }

    /** The first connection is closed after its first answer, just when the second request is sent on it. */
    @Test
    void aStalePooledConnectionIsRetriedOnceOnANewOne() throws Exception {
        Script script = (exchange, number) -> {
            exchange.receive();
            if (number < 3) {
                exchange.send(ANSWER);
                exchange.receive();
            }
        };
        TestService.inEachModeBefore(script, (service, two) -> {
            try (RawClient client = service.connect()) {
                assertEquals(200, client.get("/rpc").status(), "the first");
                assertEquals(200, client.get("/rpc").status(), "the second, tried again");
                assertEquals(502, client.get("/rpc").status(), "the third, whose second try fails as well");
                assertEquals(3, two.connections.get(), "connections");
            }
        });
    }

    /** Every seventh call fails: nothing hides an error, and none is made up. */
    @Test
    void exactlyThoseRequestsFailOfWhichACallDoes() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicInteger calls = new AtomicInteger();
            Script script = (exchange, _) -> {
                while (true) {
                    String right = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                    boolean fails = calls.incrementAndGet() % 7 == 0;
                    exchange.send(fails ? "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n" : right);
                }
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode);
                    RawClient client = service.connect()) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(MEETINGS, told(client.get("/meetings")), "four calls");
                    assertEquals("502 {\"error\":\"authorize: service two answered 500\"}",
                            told(client.get("/meetings")), "three, of which the last fails");
                }
                assertEquals(21, calls.get(), "calls");
                assertEquals(1, two.connections.get(), "connections");
            }
        });
    }

    private static final Map<String, String> USERS = Map.of(
            "token", "200 {\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}",
            "guest", "403 {\"error\":\"without the authority get-meetings\"}",
            "nobody", "401 {\"error\":\"unknown token\"}",
            "token&id=abc123 HTTP/1.1", "401 {\"error\":\"unknown token\"}",
            "", "401 {\"error\":\"without the header Authorization\"}");

    @Test
    void eachUserHasItsOutcome() throws Exception {
        TestService.inEachMode((_, client) -> {
            for (Map.Entry<String, String> user : USERS.entrySet()) {
                client.send("GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: " + user.getKey() + "\r\n\r\n");
                assertEquals(user.getValue(), told(client.receive()), "user <" + user.getKey() + ">");
            }
        });
    }

    @Test
    void serviceOneRecoversWhenServiceTwoIsRestartedUnderLoad() throws Exception {
        TestService.inEachMode(mode -> {
            ServiceTwo two = TestService.serviceTwo(0);
            int port = two.port();
            CountDownLatch end = new CountDownLatch(1);
            try (TestService service = TestService.inFrontOf(port, mode); RawClient client = service.connect()) {
                Thread load = Thread.ofVirtual().start(() -> loadUntil(end, service));
                assertEquals(200, client.get("/meetings").status());
                two.close();
                Await.until("service two is missed", () -> client.get("/meetings").status() == 502);
                two = TestService.serviceTwo(port);
                Await.until("it is back", () -> client.get("/meetings").status() == 200);
                end.countDown();
                load.join();
                assertTrue(service.meter.inFlight() == 0, "nothing is left in flight");
            } finally {
                two.close();
            }
        });
    }

    private static void loadUntil(CountDownLatch end, TestService service) {
        try (RawClient client = service.connect()) {
            while (end.getCount() > 0) {
                client.get("/rpc");
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
