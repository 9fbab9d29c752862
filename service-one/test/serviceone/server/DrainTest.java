package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import testing.Await;
import testing.Test;

/** What is in flight when the service is stopped is answered; {@code ServiceOneTest} does the same to a process. */
class DrainTest {
    private static final int CLIENTS = 100;

    @Test
    void whatIsInFlightIsAnsweredAndTheConnectionEnded() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch stopping = new CountDownLatch(1);
            try (ScriptedServer two = new ScriptedServer((exchange, n) -> answerAfter(stopping, exchange));
                    TestService service = TestService.inFrontOf(two.port(), mode, CLIENTS);
                    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<RawClient.Reply>> replies = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    replies.add(executor.submit(() -> service.get("/rpc")));
                }
                Await.until("all are in flight", () -> service.meter.inFlight() == CLIENTS);
                Future<Server.Drained> stopped = executor.submit(service::stop);
                Await.until("nobody else is let in", () -> isRefused(service));
                stopping.countDown();
                for (Future<RawClient.Reply> reply : replies) {
                    assertEquals(200, reply.get().status());
                    assertTrue(reply.get().closes(), "the connection ends");
                }
                assertEquals((long) CLIENTS, stopped.get().answered(), "answered");
                assertEquals(0L, stopped.get().cutOff(), "cut off");
            }
        });
    }

    private static void answerAfter(CountDownLatch stopping, ScriptedServer.Exchange exchange) throws Exception {
        exchange.receive();
        stopping.await();
        exchange.send(ScriptedServer.ok(ScriptedServer.INFO));
        exchange.receive();
    }

    private static boolean isRefused(TestService service) {
        try {
            service.connect().close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void idleConnectionsAreEndedAtOnce() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, TestService.patient());
                    RawClient used = service.connect(); RawClient unused = service.connect()) {
                assertEquals(200, used.get("/rpc").status());
                Await.until("both are open", () -> service.openConnections() == 2);
                long millis = service.stop().millis();
                assertTrue(used.isAtEnd() && unused.isAtEnd(), "both are ended");
                assertTrue(millis < TestService.patient().drainMillis(), "without waiting for their deadlines: "
                        + millis + " ms");
            }
        });
    }

    @Test
    void whatTakesTooLongIsCutOffAndCounted() throws Exception {
        Settings d = Settings.DEFAULTS;
        Settings hurried = new Settings(d.queue(), d.maxConnections(), d.backlog(), d.limits(), d.requestMillis(),
                d.idleMillis(), d.writeMillis(), 50);
        TestService.inEachMode(mode -> {
            try (ScriptedServer two = new ScriptedServer((exchange, n) -> {
                    exchange.receive();
                    exchange.receive();
                }); TestService service = TestService.inFrontOf(two.port(), mode, hurried);
                        RawClient client = service.connect()) {
                client.send(RawClient.request("/rpc"));
                Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                Server.Drained drained = service.stop();
                assertEquals(1L, drained.cutOff());
                assertEquals(0L, drained.answered());
                assertTrue(client.isAtEnd(), "the connection is ended");
            }
        });
    }
}
