package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Carriers;
import testing.Slow;
import testing.Test;

class DeadlinesTest {
    /** Short, because in loom a socket timeout, which knows no other clock, ends the wait for the rest of a request. */
    private static final int LIMIT = 50;
    private static final Settings SHORT_REQUESTS = TestService.settings("requestMillis", LIMIT);
    private static final Settings SHORT_IDLE = TestService.settings("idleMillis", LIMIT);
    private static final int SHORT_MILLIS = 100;
    private static final int LATE_CLIENTS = 8;
    private static final int MOST_LATE_CLIENTS = 5;
    private static final int LOOK_MILLIS = 10;

    private interface LateClient {
        /** Does what is due, but after twice the limit. Returns whether the service had ended the step. */
        boolean isTooLate(TestService service) throws Exception;
    }

    private static boolean isTooLateToAskAgain(TestService service) throws Exception {
        try (RawClient client = service.connect()) {
            assertEquals(404, client.get("/none").status(), "in time");
            Thread.sleep(2 * SHORT_MILLIS);
            return client.send(RawClient.request("/none")).isAtEnd();
        } catch (SocketException e) {
            return true;      // reset
        }
    }

    private static boolean isTooLateToGoOn(TestService service) throws Exception {
        String request = RawClient.request("/none");
        try (RawClient client = service.connect().send(request.substring(0, 30))) {
            Thread.sleep(2 * SHORT_MILLIS);
            return client.send(request.substring(30)).receive().status() == 408;
        }
    }

    /** The clients come at different times of each half second, so a clock with a slow tick would be late for most. */
    private static void assertMostAreTooLate(String what, TestService service, LateClient client) throws Exception {
        List<FutureTask<Boolean>> clients = new ArrayList<>();
        for (int i = 0; i < LATE_CLIENTS; i++) {
            clients.add(new FutureTask<>(() -> client.isTooLate(service)));
            Thread.ofPlatform().daemon().start(clients.getLast());
            Thread.sleep(500 / LATE_CLIENTS);
        }
        int tooLate = 0;
        for (FutureTask<Boolean> each : clients) {
            tooLate += each.get() ? 1 : 0;
        }
        assertTrue(tooLate >= MOST_LATE_CLIENTS, what + ": after twice the limit, only " + tooLate + " of "
                + LATE_CLIENTS + " steps had ended");
    }

    /** With the real clock. */
    @Test
    @Slow("takes three seconds")
    void aStepEndsBeforeTwiceItsLimit() throws Exception {
        try (Carriers _ = Carriers.take()) {
            TestService.inEachMode(TestService.settings("idleMillis", SHORT_MILLIS), (service, _) ->
                    assertMostAreTooLate("an idle connection", service, DeadlinesTest::isTooLateToAskAgain));
            TestService.inEachMode(TestService.settings("requestMillis", SHORT_MILLIS), (service, _) ->
                    assertMostAreTooLate("a partial request", service, DeadlinesTest::isTooLateToGoOn));
            TestService.inEachMode(mode -> {
                ScriptedServer.Script late = ScriptedServer.answering(head -> {
                    Thread.sleep(2 * SHORT_MILLIS);
                    return ScriptedServer.rightAnswer(head);
                });
                try (ScriptedServer two = new ScriptedServer(late);
                        TestService service = TestService.withServiceTwoAt(two.port(), mode, SHORT_MILLIS)) {
                    assertMostAreTooLate("a call", service, each -> each.get("/rpc").status() == 504);
                }
            });
        }
    }

    /** The rest of the request must not cause a reset before the client has read the answer (RFC 9112, 9.6). */
    @Test
    void aTricklingRequestGetsAReadable408() throws Exception {
        Settings patient = TestService.with(SHORT_REQUESTS, "graceMillis", TestService.PATIENT_MILLIS);
        TestService.inEachModeByClock(patient, (_, client, clock) -> {
            client.socket.setTcpNoDelay(true);
            client.send("GET / HTTP/1.1\r\nHost: a\r\nA: ");
            try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
                Await.until("the answer has come", () -> client.send("x").socket.getInputStream().available() > 0);
            }
            for (int i = 0; i < 20; i++) {
                client.send("x");
            }
            assertEquals(408, client.receive().status(), "the answer");
            assertTrue(client.isAtEnd(), "the connection ends");
        });
    }

    /** If 100 Continue cancelled the deadline, a few clients could hold all threads of a pool forever. */
    @Test
    void aRequestWithoutItsBodyAfter100ContinueGets408() throws Exception {
        TestService.inEachModeByClock(SHORT_REQUESTS, (_, client, clock) -> {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                    .receiveHead();
            try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
                assertEquals(408, client.receive().status());
            }
        });
    }

    @Test
    void theFirstRequestsTimeIncludesTheSilenceBeforeItAndALaterOnesDoesNot() throws Exception {
        for (boolean first : List.of(true, false)) {
            TestService.inEachModeByClock(SHORT_REQUESTS, (service, _, clock) ->
                    Await.until("a request's time begins in time", () -> {
                        try (RawClient client = service.connect()) {
                            return hasItsTime(first, service, client, clock);
                        } catch (IOException e) {
                            return false;      // the service took the connection when the clock had moved
                        }
                    }));
        }
    }

    private static boolean hasItsTime(boolean first, TestService service, RawClient client, SetClock clock)
            throws IOException {
        client.socket.setSoTimeout(10 * LIMIT);
        String request = RawClient.request("/none");
        if (!first) {
            assertEquals(404, client.get("/none").status());
        }
        assertEquals(404, service.get("/none").status(), "another client, meanwhile");
        clock.move(first ? LIMIT / 2 : LIMIT - 1);
        client.send(request.substring(0, 30));
        assertEquals(404, service.get("/none").status(), "another client, meanwhile");
        clock.move(first ? LIMIT / 2 : LIMIT - 1);
        return first ? client.receive().status() == 408
                : client.send(request.substring(30)).receive().status() == 404;
    }

    private static void assertOpen(RawClient client, String reason) throws IOException {
        client.socket.setSoTimeout(LOOK_MILLIS);
        try {
            assertTrue(!client.isAtEnd(), reason);
        } catch (SocketTimeoutException e) {
            client.socket.setSoTimeout(0);
        }
    }

    /** A request that waited for a timer may end on another thread. Its connection needs an idle deadline, too. */
    @Test
    void aConnectionThatIsSilentTooLongIsClosedWithoutAnAnswer() throws Exception {
        TestService.inEachModeByClock(SHORT_REQUESTS, (_, client, clock) -> assertEndsAtLimit(client, clock));
        TestService.inEachModeByClock(SHORT_IDLE, (service, _, clock) -> {
            try (RawClient kept = service.connect(); RawClient another = service.connect()) {
                assertEquals(200, kept.get("/rpc").status());
                assertEndsAtLimit(kept, clock);
                try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
                    assertEquals(200, another.get("/wait-async").status());
                    assertTrue(another.isAtEnd(), "the connection is closed after the wait");
                }
            }
        });
    }

    private static void assertEndsAtLimit(RawClient client, SetClock clock) throws Exception {
        clock.move(LIMIT - 1);
        assertOpen(client, "just before the limit");
        try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
            assertTrue(client.isAtEnd(), "the connection is closed");
        }
    }

    /** No carrier is free until the idle deadline has passed and the watchdog has noticed it. */
    @Test
    void aRequestInTimeIsAnsweredEvenIfItsThreadIsLate() throws Exception {
        SetClock clock = new SetClock();
        try (Carriers _ = Carriers.take();
                TestService service = TestService.start(Mode.LOOM, TestService.with(SHORT_IDLE, "clock", clock));
                RawClient client = service.connect()) {
            assertEquals(200, client.get("/rpc").status());
            try (BusyCarriers _ = new BusyCarriers()) {
                client.send(RawClient.request("/rpc"));
                clock.move(LIMIT);
                Thread.sleep(LOOK_MILLIS);
            }
            RawClient.Reply reply = client.receive();
            assertTrue(reply.status() == 200 && !reply.closes(), "an answer, and the connection is kept: " + reply);
        }
    }

    @Test
    void theClientsDeadlinesDoNotApplyWhileItsRequestIsAnswered() throws Exception {
        TestService.inEachMode(mode -> {
            SetClock clock = new SetClock();
            ScriptedServer.Script slow = ScriptedServer.answering(head -> {
                for (int i = 0; i < 3; i++) {
                    clock.move(LIMIT);
                    Thread.sleep(LOOK_MILLIS / 3);
                }
                return ScriptedServer.rightAnswer(head);
            });
            try (TestService service = TestService.scripted(slow, mode, 1,
                    TestService.with(SHORT_REQUESTS, "idleMillis", LIMIT, "clock", clock))) {
                assertEquals(200, service.get("/rpc").status());
            }
        });
    }

    /** Without a reset, the kernel keeps the unread bytes of each such client for minutes. */
    @Test
    void aClientThatDoesNotReadItsAnswerIsResetAndBlocksNothing() throws Exception {
        String request = RawClient.request(TestService.LARGE);
        for (String each : List.of(request, request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))) {
            TestService.inEachModeByClock(TestService.settings("writeMillis", LIMIT), (service, deaf, clock) -> {
                deaf.send(each);
                Await.until("it is being answered", () -> service.meter.get(Count.ANSWERED) > 0);
                clock.move(LIMIT - 1);
                assertEquals(404, service.get("/none").status(), "another client");
                Await.until("only the deaf client is connected", () -> service.openConnections() == 1);
                try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
                    Await.until("the connection is closed", () -> service.openConnections() == 0);
                }
                assertThrows(SocketException.class, () -> deaf.socket.getInputStream().readAllBytes());
            });
        }
    }

    @Test
    void aClientThatKeepsARefusedConnectionOpenIsClosedAfterTheGracePeriod() throws Exception {
        TestService.inEachModeByClock(TestService.settings("graceMillis", LIMIT), (service, client, clock) -> {
            assertEquals(400, client.send("GARBAGE\r\n\r\n").receive().status());
            assertTrue(client.isAtEnd(), "the service sends nothing more");
            clock.move(LIMIT - 1);
            client.send("more garbage");
            assertEquals(404, service.get("/none").status(), "another client");
            Await.until("only the refused connection is open", () -> service.openConnections() == 1);
            try (SetClock.Moving _ = clock.keepMoving(LIMIT)) {
                Await.until("it is closed, too", () -> service.openConnections() == 0);
            }
        });
    }
}
