package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.NonBlockingConnection.Limits;
import common.io.SetClock;
import serviceone.server.RawClient;
import testing.Await;
import testing.Test;

class DeadlinesTest {
    private static final int SOON = 50;
    private static final int NEVER = 1_000_000;
    private static final String HALF_REQUEST = "GET /info HTTP/1.1\r\nHost: t";

    private final SetClock clock = new SetClock();

    /** The deadline is for the whole request, so a caller that trickles gets 408, too. */
    @Test
    void partialRequestsOfManyCallersEndWhileAnHonestCallerIsServed() throws Exception {
        List<RawClient> slow = new ArrayList<>();
        try (ServiceTwo two = Caller.startTwo(new Limits(SOON, NEVER, NEVER, NEVER), clock);
                RawClient honest = Caller.connect(two)) {
            slow.add(Caller.connect(two).send("POST /info HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nx"));
            for (int i = 0; i < 20; i++) {
                slow.add(Caller.connect(two).send(HALF_REQUEST));
            }
            RawClient trickling = Caller.connect(two).send(HALF_REQUEST);
            slow.add(trickling);
            assertEquals(200, honest.get("/meetings?id=abc123").status(), "while the slow callers are connected");
            try (SetClock.Moving _ = clock.keepMoving(SOON)) {
                Await.until("the trickling caller is answered",
                        () -> trickling.send("x").socket.getInputStream().available() > 0);
                for (RawClient each : slow) {
                    assertEquals(408, each.receive().status());
                    assertTrue(each.isAtEnd(), "the connection of a late request ends");
                    each.close();
                }
            }
            assertEquals(200, honest.get("/meetings?id=abc123").status(), "the honest caller stays");
        }
    }

    @Test
    void aSilentConnectionIsClosedAtItsLimit() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(SOON, NEVER, NEVER, NEVER), clock);
                RawClient silent = Caller.connect(two)) {
            assertEquals(404, Caller.get(two.port(), "/none").status(), "a later caller");
            assertEndsAtLimit(two, silent);
        }
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, SOON, NEVER, NEVER), clock);
                RawClient kept = Caller.connect(two)) {
            assertEquals(200, kept.get("/info").status());
            assertEquals(404, Caller.get(two.port(), "/none").status(), "a later caller");
            assertEndsAtLimit(two, kept);
        }
    }

    private void assertEndsAtLimit(ServiceTwo two, RawClient caller) throws Exception {
        Caller.move(two, clock, SOON - 1);
        caller.socket.setSoTimeout(10);
        assertThrows(SocketTimeoutException.class, caller::isAtEnd);
        Caller.move(two, clock, 1);
        caller.socket.setSoTimeout(0);
        assertTrue(caller.isAtEnd(), "the connection ends without an answer");
    }

    /** While a connection's input is full, service two reads nothing from it, so it cannot see the caller leave. */
    @Test
    void aHangingCallWithAFullInputEnds() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, SOON, NEVER, NEVER), clock,
                "--hang-percent=100", "--authorize-permits=1");
                RawClient caller = Caller.ask(two, "/authorize?id=abc123")) {
            caller.send(RawClient.request("/stats").repeat(500));
            try (SetClock.Moving _ = clock.keepMoving(SOON)) {
                Caller.awaitStats(two, "\"abandoned\":1,");
            }
            Caller.awaitStats(two, "\"inFlight\":0,");
        }
    }

    @Test
    void aCallMayWaitLongerThanTheDeadlines() throws Exception {
        Limits limits = new Limits(SOON, SOON, SOON, SOON);
        try (ServiceTwo two = Caller.startTwo(limits, clock, "--delay=" + 3 * SOON);
                RawClient caller = Caller.ask(two, "/info")) {
            Caller.awaitStats(two, "\"inFlight\":1,");
            Caller.move(two, clock, 3 * SOON - 1);
            Caller.awaitStats(two, "\"inFlight\":1,");
            Caller.move(two, clock, 1);
            assertEquals(200, caller.receive().status());
        }
    }

    private static void askForever(RawClient caller) throws IOException {
        String asks = RawClient.request("/stats").repeat(1_000);
        while (true) {
            caller.send(asks);
        }
    }

    @Test
    void aCallerThatDoesNotReadItsAnswersIsDisconnected() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, NEVER, SOON, NEVER), clock);
                RawClient caller = Caller.connect(two); SetClock.Moving _ = clock.keepMoving(SOON)) {
            assertThrows(IOException.class, () -> askForever(caller));
        }
    }

    /** If service two still watched for input, the selector would wake it in an endless loop. */
    @Test
    void nothingIsReadFromACallerThatDoesNotReadItsAnswers() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, NEVER, NEVER, NEVER))) {
            RawClient caller = Caller.connect(two);
            Thread asking = Thread.ofVirtual().start(() -> assertThrows(IOException.class, () -> askForever(caller)));
            Selector selector = ServiceTwoTest.selector(two);
            Await.until("service two only waits to write", () -> selector.keys().stream()
                    .anyMatch(key -> key.isValid() && key.interestOps() == SelectionKey.OP_WRITE));
            caller.close();
            asking.join();
        }
    }

    /** An immediate close would cause a reset, which may destroy an unread answer. */
    @Test
    void theLastAnswerIsSeenByACallerThatStillSends() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, NEVER, NEVER, NEVER));
                RawClient caller = Caller.connect(two)) {
            caller.send("POST /info HTTP/1.1\r\nHost: t\r\nContent-Length: 20000000\r\n\r\n");
            assertEquals(413, caller.receive().status());
            assertTrue(caller.isAtEnd(), "service two has half-closed the connection");
            for (int i = 0; i < 20; i++) {
                caller.send("x".repeat(100_000));      // throws after a reset
            }
        }
    }

    @Test
    void aConnectionOverTheLimitIsClosedAtOnceAndALingeringConnectionSoon() throws Exception {
        try (ServiceTwo two = Caller.startTwo(new Limits(NEVER, NEVER, NEVER, SOON), 1, clock);
                RawClient first = Caller.connect(two)) {
            assertEquals(200, first.get("/info").status());
            try (RawClient second = Caller.connect(two)) {
                assertTrue(second.isAtEnd(), "the second connection is closed for lack of room");
            }
            assertEquals(200, first.get("/info").status(), "the first connection stays");
            assertEquals(400, first.send("\n").receive().status());
            assertTrue(first.isAtEnd(), "service two has half-closed the connection");
            try (SetClock.Moving _ = clock.keepMoving(SOON)) {
                connectWhenThereIsRoom(two).close();
                connectWhenThereIsRoom(two).close();
            }
        }
    }

    private static RawClient connectWhenThereIsRoom(ServiceTwo two) throws Exception {
        List<RawClient> served = new ArrayList<>();
        Await.until("there is room for a connection", () -> {
            RawClient caller = Caller.connect(two);
            try {
                return caller.get("/info").status() == 200 && served.add(caller);
            } catch (IOException e) {
                caller.close();
                return false;
            }
        });
        return served.getFirst();
    }
}
