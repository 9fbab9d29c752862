package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import testing.Await;
import testing.Test;

/** Callers that are slow cost the others nothing, and do not stay for ever. */
class DeadlinesTest {
    private static final int SOON = 50;
    private static final int NEVER = 1_000_000;
    private static final String HALF = "GET /info HTTP/1.1\r\nHost: t";

    private static ServiceTwo quick(Connection.Limits limits, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--port=0", "--delay=0", "--stage-delay=0"));
        arguments.addAll(List.of(options));
        return new ServiceTwo(limits, arguments.toArray(String[]::new));
    }

    private static Connection.Limits lateRequests() {
        return new Connection.Limits(NEVER, SOON, NEVER, NEVER, NEVER, NEVER);
    }

    @Test
    void halfRequestsOfManyCallersEndWhileAnHonestOneIsServed() throws Exception {
        List<Caller> slow = new ArrayList<>();
        try (ServiceTwo two = quick(lateRequests()); Caller honest = new Caller(two)) {
            for (int i = 0; i < 100; i++) {
                slow.add(new Caller(two).send(i == 0 ? "POST /info HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nx"
                        : HALF));
            }
            assertEquals(200, honest.get("/meetings?id=abc123").reply().status(), "while they are there");
            for (Caller each : slow) {
                assertEquals(408, each.reply().status());
                assertTrue(each.ends(), "the connection of a late request ends");
                each.close();
            }
            assertEquals(200, honest.get("/meetings?id=abc123").reply().status(), "the honest one stays");
        }
    }

    /** The deadline is the request's, not that of each byte. */
    @Test
    void aTricklingRequestEnds() throws Exception {
        try (ServiceTwo two = quick(lateRequests()); Caller caller = new Caller(two)) {
            Thread trickle = Thread.ofVirtual().start(() -> trickle(caller));
            assertEquals(408, caller.reply().status());
            trickle.interrupt();
            trickle.join();
        }
    }

    private static void trickle(Caller caller) {
        try {
            caller.send(HALF);
            while (!Thread.interrupted()) {
                caller.send("x");
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            // the connection, or the test, has ended
        }
    }

    @Test
    void aConnectionOnWhichNothingComesIsClosed() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(SOON, NEVER, NEVER, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertTrue(caller.ends(), "without an answer to nothing");
        }
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertEquals(200, caller.get("/info").reply().status());
            assertTrue(caller.ends(), "kept for nothing");
        }
    }

    /** Its caller cannot be seen to leave: its connection is not read from. */
    @Test
    void aCallThatHangsBeforeAFullInputEnds() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER),
                "--hang-percent=100", "--authorize-permits=1"); Caller caller = new Caller(two)) {
            caller.get("/authorize?id=abc123").send("GET /stats HTTP/1.1\r\nHost: two\r\n\r\n".repeat(2_000));
            Caller.awaitStats(two, "\"inFlight\":0");
        }
    }

    /** No deadline is over before its time: a call may wait longer than anything else may take. */
    @Test
    void aCallMayWaitLonger() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, SOON, SOON, SOON, SOON, NEVER), "--delay=200");
                Caller caller = new Caller(two)) {
            assertEquals(200, caller.get("/info").reply().status());
        }
    }

    /** It asks, and does not read: more than the two sockets' buffers hold. */
    @Test
    void aCallerThatDoesNotTakeItsAnswersIsClosed() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, NEVER, SOON, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertThrows(IOException.class, () -> askForEver(caller));
        }
    }

    private static void askForEver(Caller caller) throws IOException {
        String asks = "GET /info HTTP/1.1\r\nHost: two\r\n\r\n".repeat(10_000);
        while (true) {
            caller.send(asks);
        }
    }

    /** Else the loop would be told again and again that there is something to read, for which there is no room. */
    @Test
    void nothingIsReadFromACallerThatDoesNotTakeItsAnswers() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER))) {
            Caller caller = new Caller(two);
            Thread asking = Thread.ofVirtual().start(() -> assertThrows(IOException.class, () -> askForEver(caller)));
            Selector selector = BrokenLoop.selector(two);
            Await.until("it only waits to write", () -> selector.keys().stream()
                    .anyMatch(key -> key.isValid() && key.interestOps() == SelectionKey.OP_WRITE));
            caller.close();
            asking.join();
        }
    }

    /** One that has had its last answer, and neither closes nor says anything. */
    @Test
    void aConnectionThatOnlyLingersIsClosed() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, SOON, 1));
                Caller caller = new Caller(two)) {
            assertEquals(400, caller.send("\n").reply().status());
            assertTrue(caller.ends(), "half-closed");
            Await.until("there is room for another one", () -> isServed(two));
        }
    }

    private static boolean isServed(ServiceTwo two) {
        try (Caller other = new Caller(two)) {
            return other.get("/info").reply().status() == 200;
        } catch (IOException e) {
            return false;      // there is no room yet
        }
    }

    @Test
    void oneConnectionTooManyIsClosedAtOnce() throws Exception {
        try (ServiceTwo two = quick(new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, 1))) {
            Caller first = new Caller(two);
            assertEquals(200, first.get("/info").reply().status());
            try (Caller second = new Caller(two)) {
                assertTrue(second.ends(), "there is no room");
            }
            assertEquals(200, first.get("/info").reply().status(), "the other one stays");
            first.close();
            Await.until("there is room again", () -> isServed(two));
        }
    }
}
