package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Carriers;
import testing.Test;

class DeadlinesTest {
    private static final int SHORT_MILLIS = 100;
    private static final int LATE_CLIENTS = 8;
    private static final int MOST_LATE_CLIENTS = 5;
    private static final int LONG_MILLIS = 60_000;
    private static final Settings SHORT_REQUESTS =
            TestService.settings("requestMillis", SHORT_MILLIS, "idleMillis", LONG_MILLIS);
    /** Long enough to occupy all carriers before the deadline. */
    private static final int IDLE_MILLIS = 300;

    /** Returns false if the client itself was too slow. */
    private interface Attempt {
        boolean isInTime(TestService service, RawClient client) throws Exception;
    }

    private static void inEachMode(String what, Settings settings, Attempt attempt) throws Exception {
        TestService.inEachMode(settings, (service, _) -> Await.until(what, () -> {
            try (RawClient client = service.connect()) {
                return attempt.isInTime(service, client);
            } catch (IOException e) {
                return false;      // closed, because the client was late
            }
        }));
    }

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

    @Test
    void aStepEndsBeforeTwiceItsLimit() throws Exception {
        try (Carriers _ = Carriers.take()) {
            Settings shortIdle = TestService.settings("requestMillis", LONG_MILLIS, "idleMillis", SHORT_MILLIS);
            TestService.inEachMode(shortIdle, (service, _) ->
                    assertMostAreTooLate("an idle connection", service, DeadlinesTest::isTooLateToAskAgain));
            TestService.inEachMode(SHORT_REQUESTS, (service, _) ->
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
        inEachMode("408", SHORT_REQUESTS, (_, client) -> {
            client.socket.setTcpNoDelay(true);
            client.send("GET / HTTP/1.1\r\nHost: a\r\nA: ");
            for (int bytesAfterAnswer = 20; bytesAfterAnswer > 0;
                    bytesAfterAnswer -= client.socket.getInputStream().available() > 0 ? 1 : 0) {
                client.send("x");
                Thread.sleep(2);
            }
            assertEquals(408, client.receive().status(), "the answer");
            assertTrue(client.isAtEnd(), "the connection ends");
            return true;
        });
    }

    /** If 100 Continue cancelled the deadline, a few clients could hold all threads of a pool forever. */
    @Test
    void aRequestWithoutItsBodyAfter100ContinueGets408() throws Exception {
        inEachMode("408", SHORT_REQUESTS, (_, client) -> {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                    .receiveHead();
            assertEquals(408, client.receive().status());
            return true;
        });
    }

    @Test
    void theFirstRequestsTimeIncludesTheSilenceBeforeIt() throws Exception {
        inEachMode("the first request's time begins when the connection is accepted", SHORT_REQUESTS, (_, client) -> {
            Thread.sleep(SHORT_MILLIS / 2);
            long begun = System.nanoTime();
            assertEquals(408, client.send("GET / HTTP/1.1\r\n").receive().status());
            return System.nanoTime() - begun < SHORT_MILLIS * 1_000_000L;
        });
    }

    /** A request that waited for a timer may end on another thread. Its connection needs an idle deadline, too. */
    @Test
    void aConnectionThatIsSilentTooLongIsClosedWithoutAnAnswer() throws Exception {
        TestService.inEachMode(SHORT_REQUESTS, (_, client) -> assertTrue(client.isAtEnd(), "a new connection ends"));
        Settings shortIdle = TestService.settings("requestMillis", LONG_MILLIS, "idleMillis", SHORT_MILLIS);
        TestService.inEachMode(shortIdle, (service, _) -> {
            for (String path : List.of("/rpc", "/wait-async")) {
                try (RawClient kept = service.connect()) {
                    assertEquals(200, kept.get(path).status(), path);
                    assertTrue(kept.isAtEnd(), "the connection is closed after " + path);
                }
            }
        });
    }

    /** No carrier is free until the idle deadline has passed and the watchdog has noticed it. */
    @Test
    void aRequestInTimeIsAnsweredEvenIfItsThreadIsLate() throws Exception {
        try (Carriers _ = Carriers.take();
                TestService service = TestService.start(Mode.LOOM, TestService.settings("idleMillis", IDLE_MILLIS))) {
            Await.until("a request was sent in time", () -> isAnsweredThoughItsThreadWasLate(service));
        }
    }

    private static boolean isAnsweredThoughItsThreadWasLate(TestService service) throws Exception {
        try (RawClient client = service.connect()) {
            long start = System.nanoTime();
            assertEquals(200, client.get("/rpc").status());
            try (BusyCarriers _ = new BusyCarriers()) {
                client.send(RawClient.request("/rpc"));
                if (System.nanoTime() - start > IDLE_MILLIS * 1_000_000L) {
                    return false;
                }
                Thread.sleep(IDLE_MILLIS + 50);
            }
            RawClient.Reply reply = client.receive();
            assertTrue(reply.status() == 200 && !reply.closes(), "an answer, and the connection is kept: " + reply);
            return true;
        }
    }

    @Test
    void theClientsDeadlinesDoNotApplyWhileItsRequestIsAnswered() throws Exception {
        Settings shorter = TestService.settings("requestMillis", SHORT_MILLIS, "idleMillis", SHORT_MILLIS);
        TestService.inEachMode(mode -> {
            AtomicInteger calls = new AtomicInteger();
            ScriptedServer.Script slow = ScriptedServer.answering(head -> {
                calls.incrementAndGet();
                Thread.sleep(3 * SHORT_MILLIS);
                return ScriptedServer.rightAnswer(head);
            });
            try (TestService service = TestService.scripted(slow, mode, 1, shorter)) {
                Await.until("a request came in time, and is answered", () -> {
                    try {
                        return service.get("/rpc").status() == 200;
                    } catch (IOException e) {
                        assertEquals(0, calls.get(), "calls for requests that were cut off");
                        return false;
                    }
                });
            }
        });
    }

    /** Without a reset, the kernel keeps the unread bytes of each such client for minutes. */
    @Test
    void aClientThatDoesNotReadItsAnswerIsResetAndBlocksNothing() throws Exception {
        String request = RawClient.request(TestService.LARGE);
        for (String each : List.of(request, request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))) {
            TestService.inEachMode(1, TestService.settings("writeMillis", SHORT_MILLIS), (service, deaf) -> {
                deaf.send(each);
                Await.until("the connection is closed", () -> service.meter.get(Count.ANSWERED) > 0
                        && service.openConnections() == 0);
                assertEquals(200, service.get("/rpc").status(), "another client");
                assertThrows(SocketException.class, () -> deaf.socket.getInputStream().readAllBytes());
            });
        }
    }
}
