package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import serviceone.server.ScriptedServer.Script;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.Test;

class FaultsTest {
    private static final String ANSWER = ScriptedServer.ok(ScriptedServer.INFO);
    private static final String GOOD = "200 " + ScriptedServer.INFO;
    /** The rest of the sentence stands in a file of words. */
    private static final String FAILED = "502 {\"error\":\"info:";
    private static final String LATE = "504 {\"error\":\"info:";
    private static final int ANSWER_MILLIS = 1_000;
    private static final int FAULTS = 3;
    private static final int BURST = 50;
    private static final int HOUR_MILLIS = 3_600_000;
    private static final String MEETINGS = "200 {\"meetings\":[]}";

    private record Row(String reason, String answer, boolean closes, String outcome) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\n{\"\r\nf\r\nservice\":\"two\"}\r\n0\r\n\r\n", false, GOOD),
            new Row("not HTTP", "hello?\r\n\r\n", false, FAILED),
            new Row("a close before the answer", "", true, FAILED),
            new Row("a good answer", ANSWER, false, GOOD),
            new Row("a close within an answer, on a reused connection", ANSWER.substring(0, 50), true, FAILED),
            new Row("a close that completes the answer", "HTTP/1.0 200 OK\r\n\r\n" + ScriptedServer.INFO, true, GOOD),
            new Row("another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n", false, FAILED),
            new Row("an invalid status", "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n", false, FAILED),
            new Row("a body of more than 64 KB", "HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n{", false, FAILED));
    private static final List<Row> LATE_ROWS = List.of(
            new Row("no answer in time", "", false, LATE),
            new Row("an answer that trickles too slowly", "HTTP/1.1 200 OK\r\nA: " + "x".repeat(1_000), false, LATE));

    /** The status and the body, which ends after the name of the call if it failed. */
    private static String outcome(TestService service, RawClient.Reply reply) {
        String outcome = outcome(reply);
        assertEquals(TestService.MOST_CALLS, service.limit.permits().availablePermits(), "permits after " + outcome);
        return outcome;
    }

    private static String outcome(RawClient.Reply reply) {
        String outcome = reply.status() + " " + reply.body();
        return reply.status() < 500 ? outcome : outcome.substring(0, outcome.indexOf(": ") + 1);
    }

    /** A call is repeated only if a reused connection ends before the answer begins. */
    @Test
    void eachFaultHasItsAnswer() throws Exception {
        check(ROWS, 0, TestService.PATIENT_MILLIS);
        check(LATE_ROWS, 1, TestService.HASTY_MILLIS);
    }

    private static void check(List<Row> rows, int millisPerByte, int millis) throws Exception {
        TestService.inEachMode(mode -> {
            AtomicReference<Row> row = new AtomicReference<>();
            AtomicInteger calls = new AtomicInteger();
            Script script = (exchange, _) -> {
                do {
                    exchange.receiveHead();
                    calls.incrementAndGet();
                    for (char c : row.get().answer.toCharArray()) {
                        exchange.send(String.valueOf(c));
                        Thread.sleep(millisPerByte);
                    }
                } while (!row.get().closes);
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.withServiceTwoAt(two.port(), mode, millis);
                    RawClient client = service.connect()) {
                for (Row each : rows) {
                    row.set(each);
                    calls.set(0);
                    assertEquals(each.outcome, outcome(service, client.get("/rpc")), each.reason);
                    assertTrue(calls.get() == 1 || each.outcome.equals(LATE),      // the call may arrive after the 504
                            calls + " calls, service two's answer: " + each.reason);
                }
            }
        });
    }

    @Test
    void aServiceTwoThatComesBackIsUsedAgain() throws Exception {
        TestService.inEachMode(mode -> {
            try (ClosedPort port = new ClosedPort();
                    TestService service = TestService.withServiceTwoAt(port.number(), mode, TestService.PATIENT_MILLIS);
                    RawClient client = service.connect()) {
                for (int i = 0; i < 2; i++) {
                    assertEquals(FAILED, outcome(service, client.get("/rpc")), "while service two is gone");
                    try (ServiceTwo _ = new ServiceTwo("--port=" + port.number(), "--delay=1")) {
                        assertEquals(200, client.get("/rpc").status(), "while service two is back");
                    }
                }
            }
        });
    }

    @Test
    void connectingHasATimeLimit() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort nobody = new ClosedPort()) {
            assertThrows(SocketTimeoutException.class, () -> {
                while (true) {      // until the backlog is full, because nobody accepts
                    waiting.add(new Socket());
                    waiting.getLast().connect(full.getLocalSocketAddress(), TestService.HASTY_MILLIS);
                }
            });
            TestService.inEachMode(mode -> {
                try (TestService late =
                            TestService.withServiceTwoAt(full.getLocalPort(), mode, TestService.HASTY_MILLIS);
                        TestService lost =
                            TestService.withServiceTwoAt(nobody.number(), mode, TestService.PATIENT_MILLIS)) {
                    assertEquals(LATE, outcome(late, late.get("/rpc")), "connecting took too long");
                    assertEquals(FAILED, outcome(lost, lost.get("/meetings")), "nobody listens");
                }
            });
        } finally {
            for (Socket each : waiting) {
                each.close();
            }
        }
    }

    /** Separate programs, because the programs' log has at most one line a second for each kind of failure. */
    @Test
    @Slow("starts three programs")
    void aFailedCallLogsItsStageAndCauseAndABurstFewLines() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicReference<Script> fault = new AtomicReference<>((exchange, _) -> {
                exchange.receiveHead();
                exchange.reset();
            });
            try (ScriptedServer two = new ScriptedServer((exchange, number) -> fault.get().play(exchange, number));
                    Program one = Program.java("service-one", "serviceone.ServiceOne", mode.label(), "--port", "0",
                            "--admin-port", "0", "--service-two", "127.0.0.1:" + two.port());
                    RawClient client = new RawClient(one.awaitPort("one"))) {
                assertFails(client, "service two resets");
                fault.set((exchange, _) -> exchange.send("hello?\r\n\r\n").receiveHead());
                assertFails(client, "service two speaks no HTTP");
                kill(two);
                long start = System.nanoTime();
                for (int i = 0; i < BURST; i++) {
                    assertFails(client, "service two is dead");
                }
                long seconds = (System.nanoTime() - start) / 1_000_000_000;
                assertEquals(0, one.terminate().exitCode(), one.output());
                long lines = linesOf(one);
                assertTrue(lines >= FAULTS, mode + " does not log each kind of fault: " + one.output());
                assertTrue(lines < seconds + 2 * FAULTS, BURST + " failures a burst: " + one.output());
            }
        });
    }

    private static void kill(ScriptedServer two) throws IOException {
        two.close();
    }

    private static void assertFails(RawClient client, String reason) throws Exception {
        RawClient.Reply reply = client.get("/rpc");
        assertEquals(FAILED, outcome(reply), reason);
    }

    /** Different ones, because a cause may be logged again in the next second. */
    private static long linesOf(Program one) {
        return one.standardError().lines().filter(line -> line.contains("info: ")).distinct().count();
    }

    private static final String[][] WRONG = {
        {"info", "hello"}, {"info", "{\"userId\":\"abc123\"}"}, {"info", "{\"service\":2}"},
        {"authenticate", ""}, {"authenticate", "null"}, {"authenticate", "{\"userId\":7}"},
        {"authorize", "7"}, {"authorize", "{\"authorities\":\"get-meetings\"}"},
        {"authorize", "{\"userId\":\"other\",\"authorities\":[\"get-meetings\"]}"},
        {"meetings", "{\"service\":\"two\"}"}, {"meetings", "{\"meetings\":{}}"},
        {"meetings", "{\"meetings\":[{\"user\":\"other\"}]}"}};

    @Test
    void aWrongAnswerGivesA502ThatNamesTheCall() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicReference<String[]> next = new AtomicReference<>();
            Script script = ScriptedServer.answering(asked -> ScriptedServer.callOf(asked).equals(next.get()[0])
                    ? ScriptedServer.ok(next.get()[1]) : ScriptedServer.rightAnswer(asked));
            try (TestService service = TestService.scripted(script, mode, 1, Settings.DEFAULTS)) {
                for (int i = 0; i < WRONG.length; i++) {
                    next.set(WRONG[i]);
                    String outcome = outcome(service, service.get("/meetings"));
                    assertEquals("502 {\"error\":\"" + WRONG[i][0] + ":", outcome,
                            String.join(" is answered ", WRONG[i]));
                    assertEquals(i + 1, service.connectionsToTwo(), "connections after "
                            + String.join(" was answered ", WRONG[i]));
                }
            }
        });
    }

    /** The surplus answer comes with the right answer, or in place of the next call's answer. */
    @Test
    void aSurplusAnswerReachesNobodyAndEndsItsConnection() throws Exception {
        for (boolean afterNextCall : List.of(false, true)) {
            Script script = (exchange, number) -> {
                while (number == 1) {
                    String answer = ScriptedServer.rightAnswer(exchange.receiveHead());
                    exchange.send(afterNextCall ? answer : answer + answer);
                    if (afterNextCall) {
                        exchange.receiveHead();
                        exchange.send(answer);
                    }
                }
                ScriptedServer.answerAll(exchange);
            };
            TestService.inEachModeScripted(script, (service, client) -> {
                String first = outcome(service, client.get("/meetings"));
                assertEquals(afterNextCall ? "502" : "200", first.substring(0, 3), "the first answer");
                for (int i = 0; i < 3; i++) {
                    assertEquals(MEETINGS, outcome(service, client.get("/meetings")), "afterwards");
                }
                assertEquals(2, service.connectionsToTwo(), "connections");
            });
        }
    }

    @Test
    void aCallOnAStaleConnectionIsRepeatedOnce() throws Exception {
        TestService.inEachModeScripted((exchange, number) -> {
            exchange.receiveHead();
            if (number < 3) {
                exchange.send(ANSWER);
                exchange.receiveHead();
            }
        }, (service, client) -> {
            assertEquals(GOOD, outcome(service, client.get("/rpc")), "the first call");
            assertEquals(GOOD, outcome(service, client.get("/rpc")), "the second call, repeated");
            assertEquals(FAILED, outcome(service, client.get("/rpc")), "the third call, whose repetition fails");
            assertEquals(3, service.connectionsToTwo(), "connections");
        });
    }

    /** The used connection ends a millisecond before its time is over. */
    @Test
    void aRepeatedCallKeepsItsDeadline() throws Exception {
        TestService.inEachMode(mode -> {
            SetClock clock = new SetClock();
            AtomicInteger repeated = new AtomicInteger();
            Script script = (exchange, number) -> {
                String answer = ScriptedServer.rightAnswer(exchange.receiveHead());
                if (number == 1) {
                    exchange.send(answer).receiveHead();
                    clock.move(ANSWER_MILLIS - 1);
                } else {
                    repeated.incrementAndGet();
                    clock.move(1);
                    exchange.receiveHead();      // waits for the end of the connection
                }
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.withServiceTwoAt(two.port(), mode, ANSWER_MILLIS,
                            TestService.settings("clock", clock));
                    RawClient client = service.connect()) {      // each event loop has its own pool of connections
                assertEquals(GOOD, outcome(service, client.get("/rpc")), "the first call");
                assertEquals(LATE, outcome(service, client.get("/rpc")), "the second call, repeated");
                assertEquals(1, repeated.get(), "repeated calls");
            }
        });
    }

    @Test
    void aRequestFailsIfAndOnlyIfOneOfItsCallsFails() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicInteger calls = new AtomicInteger();
            Script script = ScriptedServer.answering(asked -> calls.incrementAndGet() % 7 == 0
                    ? "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n" : ScriptedServer.rightAnswer(asked));
            try (TestService service = TestService.scripted(script, mode, 1, Settings.DEFAULTS)) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(MEETINGS, outcome(service, service.get("/meetings")), "four calls");
                    assertEquals("502 {\"error\":\"authorize:",
                            outcome(service, service.get("/meetings")), "three calls, the last of which fails");
                }
                assertEquals("21 on 1", calls + " on " + service.connectionsToTwo(), "calls on connections");
            }
        });
    }

    private static final Map<String, Integer> USERS = Map.of("token", 200, "guest", 403, "nobody", 401,
            "token&id=abc123 HTTP/1.1", 401, "", 401);

    @Test
    void eachUserHasItsOutcome() throws Exception {
        TestService.inEachMode((service, client) -> {
            for (Map.Entry<String, Integer> user : USERS.entrySet()) {
                client.send(RawClient.request("/meetings").replace(": token", ": " + user.getKey()));
                RawClient.Reply reply = client.receive();
                assertEquals(user.getValue(), reply.status(), "user <" + user.getKey() + ">");
                assertEquals(reply.status() == 200, reply.body().startsWith("{\"meetings\":[{"), reply.body());
            }
        });
    }

    @Test
    void oneCallMoreThanAllowedIsRefusedOnEveryRoute() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch go = new CountDownLatch(1);
            try (TestService service = TestService.scripted(ScriptedServer.answeringAfter(go), mode, 2,
                    Settings.DEFAULTS); RawClient holder = service.connect(); RawClient client = service.connect()) {
                holder.send(RawClient.request("/rpc"));
                Await.until("the call has a permit",
                        () -> service.limit.permits().availablePermits() < TestService.MOST_CALLS);
                int others = service.limit.permits().drainPermits();
                assertEquals(TestService.MOST_CALLS - 1, others, "remaining permits");
                for (String path : List.of("/meetings", "/rpc", "/capabilities", "/trace")) {
                    RawClient.Reply reply = client.get(path);
                    assertEquals(503, reply.status(), path);
                    assertContains("--max-calls", reply.body());
                    assertContains("\r\nRetry-After: 1\r\n", reply.head());
                    assertTrue(!reply.closes(), path + " keeps its connection");
                }
                assertEquals(404, client.get("/none").status(), "a request without calls");
                assertEquals(4L, service.meter.get(Count.REFUSED_CALLS));
                service.limit.permits().release(others);
                go.countDown();
                assertEquals(GOOD, outcome(service, holder.receive()), "the request with a permit");
                assertEquals(MEETINGS, outcome(service, client.get("/meetings")), "with permits again");
            }
        });
    }

    @Test
    void aThreadMayWaitForAPermitAndAnEventLoopMayNot() throws Exception {
        TestService.inEachMode(mode -> {
            for (boolean comesInTime : List.of(true, false)) {
                int millis = comesInTime ? HOUR_MILLIS : TestService.HASTY_MILLIS;
                try (TestService service = TestService.waitingForPermits(millis, mode);
                        RawClient client = service.connect()) {
                    int all = service.limit.permits().drainPermits();
                    client.send(RawClient.request("/rpc"));
                    boolean waits = comesInTime && mode != Mode.ASYNC;
                    if (waits) {
                        Await.until("the request waits for a permit", service.limit.permits()::hasQueuedThreads);
                        service.limit.permits().release(all);
                    }
                    assertEquals(waits ? 200 : 503, client.receive().status(), "waits up to " + millis + " ms");
                }
            }
        });
    }
}
