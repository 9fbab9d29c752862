package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import serviceone.server.RawClient;
import testing.Await;
import testing.Test;

/** Callers that are slow cost the others nothing, and do not stay for ever. */
class DeadlinesTest {
    private static final int SOON = 50;
    private static final int NEVER = 1_000_000;
    private static final String HALF = "GET /info HTTP/1.1\r\nHost: t";

    /** The deadline is the request's, not that of each byte: one of them trickles. */
    @Test
    void halfRequestsOfManyCallersEndWhileAnHonestOneIsServed() throws Exception {
        List<RawClient> slow = new ArrayList<>();
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, SOON, NEVER, NEVER, NEVER, NEVER));
                RawClient honest = Caller.of(two)) {
            slow.add(Caller.of(two).send("POST /info HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nx"));
            for (int i = 0; i < 20; i++) {
                slow.add(Caller.of(two).send(HALF));
            }
            RawClient trickling = Caller.of(two).send(HALF);
            slow.add(trickling);
            assertEquals(200, honest.get("/meetings?id=abc123").status(), "while they are there");
            Await.until("it is answered", () -> trickling.send("x").socket.getInputStream().available() > 0);
            for (RawClient each : slow) {
                assertEquals(408, each.receive().status());
                assertTrue(each.isAtEnd(), "the connection of a late request ends");
                each.close();
            }
            assertEquals(200, honest.get("/meetings?id=abc123").status(), "the honest one stays");
        }
    }

    @Test
    void aConnectionOnWhichNothingComesIsClosed() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(SOON, NEVER, NEVER, NEVER, NEVER, NEVER));
                RawClient silent = Caller.of(two)) {
            assertTrue(silent.isAtEnd(), "without an answer to nothing");
        }
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER));
                RawClient kept = Caller.of(two)) {
            assertEquals(200, kept.get("/info").status());
            assertTrue(kept.isAtEnd(), "kept for nothing");
        }
    }

    /** Its caller cannot be seen to leave: its connection is not read from. */
    @Test
    void aCallThatHangsBeforeAFullInputEnds() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER),
                "--hang-percent=100", "--authorize-permits=1");
                RawClient caller = Caller.asking(two, "/authorize?id=abc123")) {
            caller.send(RawClient.request("/stats").repeat(500));
            Caller.awaitStats(two, "\"inFlight\":0,");
            Caller.awaitStats(two, "\"abandoned\":1,");
        }
    }

    /** No deadline is over before its time: a call may wait longer than anything else may take. */
    @Test
    void aCallMayWaitLonger() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, SOON, SOON, SOON, SOON, NEVER), "--delay=150");
                RawClient caller = Caller.of(two)) {
            assertEquals(200, caller.get("/info").status());
        }
    }

    /** Asks, and does not read: more than the two sockets' buffers hold. */
    private static void askForEver(RawClient caller) throws IOException {
        String asks = RawClient.request("/stats").repeat(1_000);
        while (true) {
            caller.send(asks);
        }
    }

    @Test
    void aCallerThatDoesNotTakeItsAnswersIsClosed() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, NEVER, SOON, NEVER, NEVER));
                RawClient caller = Caller.of(two)) {
            assertThrows(IOException.class, () -> askForEver(caller));
        }
    }

    /** Else the loop would be told again and again that there is something to read, for which there is no room. */
    @Test
    void nothingIsReadFromACallerThatDoesNotTakeItsAnswers() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER))) {
            RawClient caller = Caller.of(two);
            Thread asking = Thread.ofVirtual().start(() -> assertThrows(IOException.class, () -> askForEver(caller)));
            Selector selector = ServiceTwoTest.selector(two);
            Await.until("it only waits to write", () -> selector.keys().stream()
                    .anyMatch(key -> key.isValid() && key.interestOps() == SelectionKey.OP_WRITE));
            caller.close();
            asking.join();
        }
    }

    /** Closed at once, its bytes would meet a reset, which may destroy an answer that is not read yet. */
    @Test
    void theLastAnswerIsSeenByACallerThatStillSends() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER));
                RawClient caller = Caller.of(two)) {
            caller.send("POST /info HTTP/1.1\r\nHost: t\r\nContent-Length: 20000000\r\n\r\n");
            assertEquals(413, caller.receive().status());
            assertTrue(caller.isAtEnd(), "half-closed");
            for (int i = 0; i < 20; i++) {
                caller.send("x".repeat(100_000));      // throws after a reset
            }
        }
    }

    /** One that has had its last answer, and neither closes nor says anything, makes room. */
    @Test
    void oneConnectionTooManyIsClosedAtOnceAndOneThatLingersSoon() throws Exception {
        try (ServiceTwo two = Caller.two(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, SOON, 1));
                RawClient first = Caller.of(two)) {
            assertEquals(200, first.get("/info").status());
            try (RawClient second = Caller.of(two)) {
                assertTrue(second.isAtEnd(), "there is no room");
            }
            assertEquals(200, first.get("/info").status(), "the other one stays");
            assertEquals(400, first.send("\n").receive().status());
            assertTrue(first.isAtEnd(), "half-closed");
            served(two).close();
            served(two).close();
        }
    }

    private static RawClient served(ServiceTwo two) throws Exception {
        List<RawClient> served = new ArrayList<>();
        Await.until("there is room for a connection", () -> {
            RawClient caller = Caller.of(two);
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
