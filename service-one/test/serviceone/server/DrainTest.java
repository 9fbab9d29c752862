package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import serviceone.meter.Mode;
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
                Await.until("nobody else is let in", () -> !listens(service.port()));
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

    private static boolean listens(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Issue 11, row 9: of 300 clients of four threads, 259 were reset, and nobody told of them. */
    @Test
    void whatStillWaitsForAThreadAtTheEndIsRefusedAndEveryConnectionIsCounted() throws Exception {
        int answered = 5;
        CountDownLatch stopping = new CountDownLatch(1);
        try (ScriptedServer two = new ScriptedServer((exchange, _) -> answerSome(answered, stopping, exchange));
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, drainMillis(2_000));
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(service.connect().send(RawClient.request("/rpc")));
            }
            Future<Server.Drained> stopped = executor.submit(service::stop);
            Await.until("nobody else is let in", () -> !listens(service.port()));
            stopping.countDown();
            int[] statuses = new int[600];
            for (RawClient client : clients) {
                statuses[statusOrNone(client)]++;
                client.close();
            }
            Server.Drained drained = stopped.get();
            assertEquals(answered, statuses[200], "answered");
            assertEquals(CLIENTS - answered - 1, statuses[503], "refused");
            assertEquals(answered + "+" + (CLIENTS - answered - 1) + "+1+0", drained.answered() + "+"
                    + drained.refused() + "+" + drained.cutOff() + "+" + drained.idle(), "the last line's figures");
        }
    }

    private static void answerSome(int number, CountDownLatch stopping, ScriptedServer.Exchange exchange)
            throws Exception {
        stopping.await();
        for (int i = 0; i < number; i++) {
            exchange.receive();
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"service\":\"two\"}");
        }
        exchange.receive();
        exchange.receive();      // which never comes: the last one waits for its answer until it is cut off
    }

    /** 0 if the connection ended without an answer. */
    private static int statusOrNone(RawClient client) {
        try {
            RawClient.Reply reply = client.receive();
            assertTrue(reply.closes(), "the connection ends");
            return reply.status();
        } catch (IOException e) {
            return 0;
        }
    }

    private static Settings drainMillis(int millis) {
        Settings d = Settings.DEFAULTS;
        return new Settings(d.queue(), d.maxConnections(), d.backlog(), d.limits(), d.requestMillis(), d.idleMillis(),
                d.writeMillis(), millis);
    }

    @Test
    void idleConnectionsAreEndedBeforeTheirDeadlines() throws Exception {
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
        TestService.inEachMode(mode -> {
            try (ScriptedServer two = new ScriptedServer((exchange, n) -> {
                    exchange.receive();
                    exchange.receive();
                }); TestService service = TestService.inFrontOf(two.port(), mode, drainMillis(50));
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
