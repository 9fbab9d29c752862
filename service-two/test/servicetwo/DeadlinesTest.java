package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import servicetwo.Options.Faults;
import testing.Await;
import testing.Test;

/** Callers that are slow cost the others nothing, and do not stay for ever. */
class DeadlinesTest {
    private static final Options QUICK = new Options(0, "127.0.0.1", 0, 0, 0, false);
    private static final int SOON = 50;
    private static final int NEVER = 1_000_000;
    private static final String HALF = "GET /info HTTP/1.1\r\nHost: t";

    /** Issue 11, row 15. */
    @Test
    void halfRequestsOfManyCallersEndWhileAnHonestOneIsServed() throws Exception {
        Connection.Limits limits = new Connection.Limits(NEVER, SOON, NEVER, NEVER, NEVER, NEVER);
        List<Caller> slow = new ArrayList<>();
        try (ServiceTwo two = new ServiceTwo(QUICK, limits)) {
            for (int i = 0; i < 300; i++) {
                slow.add(new Caller(two).send(HALF));
            }
            try (Caller honest = new Caller(two)) {
                assertEquals(200, honest.get("/meetings?id=abc123").reply().status(), "while they are there");
                for (Caller each : slow) {
                    assertEquals(408, each.reply().status());
                    assertTrue(each.ends(), "the connection of a late request ends");
                }
                assertEquals(200, honest.get("/meetings?id=abc123").reply().status(), "the honest one stays");
            }
        } finally {
            closeAll(slow);
        }
    }

    private static void closeAll(List<Caller> callers) throws IOException {
        for (Caller each : callers) {
            each.close();
        }
    }

    /** The deadline is the request's, not that of each byte. */
    @Test
    void aTricklingRequestEnds() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, SOON, NEVER, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
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
        } catch (IOException e) {
            // the connection has ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the answer has come
        }
    }

    @Test
    void aBodyThatDoesNotComeEndsItsRequest() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, SOON, NEVER, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            caller.send("POST /info HTTP/1.1\r\nHost: two\r\nContent-Length: 2\r\n\r\nx");
            assertEquals(408, caller.reply().status());
        }
    }

    @Test
    void aConnectionOnWhichNothingComesIsClosed() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(SOON, NEVER, NEVER, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertTrue(caller.ends(), "without an answer to nothing");
        }
    }

    @Test
    void aConnectionThatIsKeptForNothingIsClosed() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertEquals(200, caller.get("/info").reply().status());
            assertTrue(caller.ends(), "idle");
        }
    }

    /** Its caller cannot be seen to leave: its connection is not read from. */
    @Test
    void aCallThatHangsBeforeAFullInputEnds() throws Exception {
        Options hanging = new Options(0, "127.0.0.1", 0, 0, 1, new Faults(0, 100, 0, 0, 0), false);
        try (ServiceTwo two = new ServiceTwo(hanging, new Connection.Limits(NEVER, NEVER, SOON, NEVER, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            caller.get("/authorize?id=abc123").send("GET /stats HTTP/1.1\r\nHost: two\r\n\r\n".repeat(2_000));
            Await.until("it has ended", () -> stats(two).contains("\"inFlight\":0"));
        }
    }

    private static String stats(ServiceTwo two) throws IOException {
        try (Caller caller = new Caller(two)) {
            return caller.get("/stats").reply().body();
        }
    }

    /** No deadline is over before its time: a call may wait longer than anything else may take. */
    @Test
    void aCallMayWaitLonger() throws Exception {
        Options slow = new Options(0, "127.0.0.1", 1_000, 0, 0, false);
        try (ServiceTwo two = new ServiceTwo(slow, new Connection.Limits(NEVER, SOON, SOON, SOON, SOON, NEVER));
                Caller caller = new Caller(two)) {
            assertEquals(200, caller.get("/info").reply().status());
        }
    }

    /** It asks, and does not read: more than the two sockets' buffers hold. */
    @Test
    void aCallerThatDoesNotTakeItsAnswersIsClosed() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, NEVER, NEVER, SOON, NEVER, NEVER));
                Caller caller = new Caller(two)) {
            assertThrows(IOException.class, () -> ask(caller, Integer.MAX_VALUE));
        }
    }

    private static void ask(Caller caller, int times) throws IOException {
        String asks = "GET /info HTTP/1.1\r\nHost: two\r\n\r\n".repeat(10_000);
        for (int i = 0; i < times; i++) {
            caller.send(asks);
        }
    }

    /** Else the loop would be told again and again that there is something to read, for which there is no room. */
    @Test
    void nothingIsReadFromACallerThatDoesNotTakeItsAnswers() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, NEVER))) {
            Caller caller = new Caller(two);
            Thread asking = Thread.ofVirtual().start(() -> {
                try {
                    ask(caller, Integer.MAX_VALUE);
                } catch (IOException e) {
                    // the test is over
                }
            });
            Await.until("it only waits to write", () -> Broken.selector(two).keys().stream()
                    .anyMatch(key -> key.isValid() && key.interestOps() == SelectionKey.OP_WRITE));
            caller.close();
            asking.join();
        }
    }

    /** One that has had its last answer, and neither closes nor says anything. */
    @Test
    void aConnectionThatOnlyLingersIsClosed() throws Exception {
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, NEVER, NEVER, NEVER, SOON, 1));
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
        try (ServiceTwo two = new ServiceTwo(QUICK, new Connection.Limits(NEVER, NEVER, NEVER, NEVER, NEVER, 2));
                Caller first = new Caller(two)) {
            assertEquals(200, first.get("/info").reply().status());
            try (Caller second = new Caller(two)) {
                assertEquals(200, second.get("/info").reply().status());
                try (Caller third = new Caller(two)) {
                    assertTrue(third.ends(), "there is no room");
                }
                assertEquals(200, first.get("/info").reply().status(), "the others stay");
            }
            Await.until("there is room again", () -> isServed(two));
        }
    }
}
