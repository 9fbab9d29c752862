package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import serviceone.meter.Meter.Count;
import serviceone.server.ScriptedServer.Script;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** What clients see when service two does what it should not. */
class FaultsTest {
    private static final String ANSWER = ScriptedServer.ok(ScriptedServer.INFO);

    private record Row(String reason, int status, String body, Script script) {
    }

    /** Receives the call, sends that, and waits for a further one. */
    private static Script sends(String answer) {
        return (exchange, _) -> {
            exchange.receive();
            exchange.send(answer);
            exchange.receive();
        };
    }

    private static final List<Row> ROWS = List.of(
            new Row("a response byte by byte", 200, ScriptedServer.INFO, (exchange, _) -> {
                exchange.receive();
                for (char c : ANSWER.toCharArray()) {
                    exchange.send(String.valueOf(c));
                }
                exchange.receive();
            }),
            new Row("a response in chunks", 200, ScriptedServer.INFO, sends("HTTP/1.1 200 OK\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n2\r\n{\"\r\nf\r\nservice\":\"two\"}\r\n0\r\n\r\n")),
            new Row("a response that ends with its connection", 200, ScriptedServer.INFO, (exchange, _) -> {
                exchange.receive();
                exchange.send("HTTP/1.0 200 OK\r\n\r\n" + ScriptedServer.INFO);
            }),
            new Row("an error", 502, "info: service two answered 500",
                    sends("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")),
            new Row("no HTTP", 502, "info: service two failed", sends("hello?\r\n\r\n")),
            new Row("another protocol", 502, "info: service two failed",
                    sends("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n")),
            new Row("no status", 502, "info: service two failed",
                    sends("HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n")),
            new Row("more than 64 KB", 502, "info: service two failed",
                    sends("HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n{\"service\":\"two\",")),
            new Row("an end within an answer", 502, "info: service two failed", (exchange, _) -> {
                exchange.receive();
                exchange.send(ANSWER.substring(0, ANSWER.length() - 1));
            }));

    private static final List<Row> LATE_ROWS = List.of(
            new Row("no answer in time", 504, "info: service two is late", sends("")),
            new Row("an answer that trickles in for too long", 504, "info: service two is late", (exchange, _) -> {
                exchange.receive();
                exchange.send("HTTP/1.1 200 OK\r\nA: ");
                while (true) {
                    exchange.send("x");
                    Thread.sleep(20);
                }
            }));

    @Test
    void eachFaultHasItsAnswer() throws Exception {
        for (Row row : ROWS) {
            TestService.inEachModeBefore(row.script, (service, two) -> check(row, service.get("/rpc")));
        }
    }

    @Test
    void lateAnswersAreNotWaitedFor() throws Exception {
        TestService.inEachMode(mode -> {
            for (Row row : LATE_ROWS) {
                try (ScriptedServer two = new ScriptedServer(row.script);
                        TestService service = TestService.hastyInFrontOf(two.port(), mode)) {
                    check(row, service.get("/rpc"));
                }
            }
        });
    }

    private static void check(Row row, RawClient.Reply reply) {
        assertEquals(row.status, reply.status(), row.reason);
        assertEquals(row.status == 200 ? row.body : "{\"error\":\"" + row.body + "\"}", reply.body(), row.reason);
    }

    /** Taken for the answer to the next call, it would be somebody else's. */
    @Test
    void whatComesUnaskedIsNobodysAnswer() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch sent = new CountDownLatch(1);
            Script script = (exchange, number) -> {
                exchange.receive();
                exchange.send(ANSWER);
                if (number == 1) {
                    Thread.sleep(20);      // so that it comes behind the answer, and not with it
                    exchange.send(ScriptedServer.ok(ScriptedServer.INFO.replace("two", "WRONG")));
                    sent.countDown();
                }
                exchange.receive();
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode)) {
                assertEquals(ScriptedServer.INFO, service.get("/rpc").body());
                sent.await();
                assertEquals(ScriptedServer.INFO, service.get("/rpc").body());
                assertEquals(2, two.connections.get(), "on a second connection");
            }
        });
    }

    private record Outcome(String token, int status, String body) {
    }

    private static final List<Outcome> OUTCOMES = List.of(
            new Outcome("token", 200, "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}"),
            new Outcome("guest", 403, "{\"error\":\"without the authority get-meetings\"}"),
            new Outcome("nobody", 401, "{\"error\":\"unknown token\"}"),
            new Outcome("token&id=abc123 HTTP/1.1", 401, "{\"error\":\"unknown token\"}"),
            new Outcome("broken", 502, "{\"error\":\"authorize: service two answered 500\"}"),
            new Outcome("late", 504, "{\"error\":\"meetings: service two is late\"}"));

    @Test
    void eachUserHasItsOutcome() throws Exception {
        TestService.inEachMode(mode -> {
            try (ServiceTwo two = TestService.serviceTwo(0);
                    TestService service = TestService.hastyInFrontOf(two.port(), mode);
                    RawClient client = service.connect()) {
                for (Outcome row : OUTCOMES) {
                    client.send("GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: " + row.token + "\r\n\r\n");
                    RawClient.Reply reply = client.receive();
                    assertEquals(row.status, reply.status(), row.token);
                    assertEquals(row.body, reply.body(), row.token);
                }
                client.send("GET /meetings HTTP/1.1\r\nHost: a\r\n\r\n");
                assertContains("without the header Authorization", client.receive().body());
            }
        });
    }

    @Test
    void nobodyThereIsA502() throws Exception {
        TestService.inEachMode(mode -> {
            try (ClosedPort nobody = new ClosedPort();
                    TestService service = TestService.inFrontOf(nobody.number(), mode)) {
                RawClient.Reply reply = service.get("/meetings");
                assertEquals(502, reply.status());
                assertEquals("{\"error\":\"info: service two failed\"}", reply.body(), "with nothing internal");
            }
        });
    }

    /** The first connection is closed after its first answer, just when the second request is sent on it. */
    @Test
    void aStalePooledConnectionIsRetriedOnceOnANewOne() throws Exception {
        TestService.inEachMode(mode -> {
            Script script = (exchange, number) -> {
                exchange.receive();
                exchange.send(ANSWER);
                exchange.receive();
                if (number > 1) {
                    exchange.send(ANSWER);
                }
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode)) {
                assertEquals(200, service.get("/rpc").status());
                assertEquals(200, service.get("/rpc").status(), "retried");
                assertEquals(2, two.connections.get(), "on a second connection");
            }
        });
    }

    @Test
    void aNewConnectionThatFailsIsNotRetried() throws Exception {
        TestService.inEachModeBefore((exchange, number) -> exchange.receive(), (service, two) -> {
            assertEquals(502, service.get("/rpc").status());
            assertEquals(1, two.connections.get());
        });
    }

    @Test
    void serviceOneRecoversWhenServiceTwoIsRestartedUnderLoad() throws Exception {
        TestService.inEachMode(mode -> {
            ServiceTwo two = TestService.serviceTwo(0);
            int port = two.port();
            try (TestService service = TestService.inFrontOf(port, mode); RawClient client = service.connect()) {
                Thread load = Thread.ofVirtual().start(() -> loadUntilInterrupted(service));
                assertEquals(200, client.get("/meetings").status());
                two.close();
                Await.until("service two is missed", () -> client.get("/meetings").status() == 502);
                two = TestService.serviceTwo(port);
                Await.until("it is back", () -> client.get("/meetings").status() == 200);
                load.interrupt();
                load.join();
                assertTrue(service.meter.get(Count.ANSWERED) > 0, "there was load");
            } finally {
                two.close();
            }
        });
    }

    private static void loadUntilInterrupted(TestService service) {
        try (RawClient client = service.connect()) {
            while (!Thread.currentThread().isInterrupted()) {
                client.get("/rpc");
            }
        } catch (java.io.IOException e) {
            // interrupted while reading
        }
    }
}
