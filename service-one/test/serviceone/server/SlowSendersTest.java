package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

/**
 * Clients that are slow to send, or send nothing, cost a pool little while others wait. What would wait for them
 * without that waits for longer than {@link RawClient} has patience.
 */
class SlowSendersTest {
    private static final int HOUR = 3_600_000;
    private static final String HALF = "GET /rpc HTTP/1.1\r\nHost: a\r\nA: ";

    private final CountDownLatch go = new CountDownLatch(1);

    /** Service two's answers: the first one when the test says so, and then at once. */
    private final ScriptedServer.Script afterGo = (exchange, number) -> {
        while (true) {
            String head = exchange.receive();
            go.await();
            exchange.send(ScriptedServer.ok(ScriptedServer.answerTo(head)));
        }
    };

    private static Settings senderMillis(int millis) {
        Settings d = Settings.DEFAULTS;
        return new Settings(d.queue(), d.maxConnections(), d.backlog(), d.limits(), HOUR, millis, HOUR,
                d.writeMillis(), HOUR, d.drainMillis());
    }

    @Test
    void halfARequestIsGivenUpWhenASocketWaits() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, senderMillis(100));
                RawClient slow = service.connect().send(HALF)) {
            Await.until("it has the thread", () -> service.openConnections() == 1 && service.waiting() == 0);
            Thread.sleep(500);
            assertEquals(0, slow.socket.getInputStream().available(), "answers, as long as nobody waits");
            assertEquals(200, service.get("/rpc").status(), "who waits for the thread");
            assertEquals(408, slow.receive().status(), "who has it");
        }
    }

    /** Each byte comes in time; all of them together do not. */
    @Test
    void whoSendsByteByByteIsGivenUpTheSame() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, senderMillis(300));
                RawClient slow = service.connect().send(HALF)) {
            Await.until("it has the thread", () -> service.openConnections() == 1 && service.waiting() == 0);
            Thread drip = Thread.ofVirtual().start(() -> drip(slow));
            assertEquals(200, service.get("/rpc").status(), "who waits for the thread");
            assertEquals(408, slow.receive().status(), "who has it");
            drip.interrupt();
            drip.join();
        }
    }

    private static void drip(RawClient client) {
        try {
            while (true) {
                client.send("x");
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            // the service has ended the connection, or the test is over
        }
    }

    /** In the queue a client has time to send, too: thirty halves do not hold the thread for two seconds each. */
    @Test
    void halvesThatHadTheirTimeInTheQueueHaveLittleMore() throws Exception {
        try (ScriptedServer two = new ScriptedServer(afterGo);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, senderMillis(2_000));
                RawClient first = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            List<RawClient> slow = connect(30, service, HALF);
            try (RawClient honest = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("they wait", () -> service.waiting() == 31);
                Thread.sleep(2_000);
                go.countDown();
                assertEquals(200, first.receive().status(), "who has the thread");
                assertEquals(200, honest.receive().status(), "who waits behind them");
                for (RawClient each : slow) {
                    assertEquals(408, each.receive().status(), "half a request");
                    each.close();
                }
            }
        }
    }

    @Test
    void whoHasSaidSomethingGoesBeforeThoseWhoHaveNot() throws Exception {
        try (ScriptedServer two = new ScriptedServer(afterGo);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, senderMillis(1_000));
                RawClient first = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            List<RawClient> silent = connect(40, service, "");
            try (RawClient honest = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("they wait", () -> service.waiting() == 41);
                go.countDown();
                assertEquals(200, first.receive().status(), "who has the thread");
                assertEquals(200, honest.receive().status(), "who waits behind them");
                RawClient last = silent.getLast();
                assertEquals(200, last.get("/rpc").status(), "the last of them, which speaks at last");
                for (RawClient each : silent) {
                    assertTrue(each == last || each.isAtEnd(), "the others are given up");
                    each.close();
                }
            }
        }
    }

    private static List<RawClient> connect(int number, TestService service, String bytes) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            clients.add(service.connect().send(bytes));
        }
        return clients;
    }

    /** The one behind it waits in the queue; it itself waits outside, for the next thread. */
    @Test
    void whoWaitsTooLongInTheQueueIsRefused() throws Exception {
        try (ScriptedServer two = new ScriptedServer(afterGo);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1,
                        TestService.waits(HOUR, 200, 1_000));
                RawClient first = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            try (RawClient next = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("it is the next", () -> service.waiting() == 1);
                try (RawClient behind = service.connect().send(RawClient.request("/rpc"))) {
                    RawClient.Reply refusal = behind.receive();
                    assertEquals(503, refusal.status());
                    assertContains("\r\nRetry-After: 1\r\n", refusal.head());
                    assertTrue(refusal.closes() && behind.isAtEnd(), "and the connection ends");
                }
                assertEquals(1L, service.meter.refusedCount(), "refused");
                go.countDown();
                assertEquals(200, first.receive().status(), "who has the thread");
                assertEquals(200, next.receive().status(), "who is the next");
            }
        }
    }
}
