package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

/** What is in flight when the service is stopped is answered; {@code ServiceOneTest} does the same to a process. */
class GracefulShutdownTest {
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
                Future<GracefulShutdown.Summary> stopped = executor.submit(service::stop);
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
    void whatIsNotAnsweredAtTheEndIsRefusedAndEveryConnectionIsCounted() throws Exception {
        int answered = 5;
        CountDownLatch stopping = new CountDownLatch(1);
        try (ScriptedServer two = new ScriptedServer((exchange, _) -> answerSome(answered, stopping, exchange));
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, shutdownMillis(2_000));
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(service.connect().send(RawClient.request("/rpc")));
            }
            Future<GracefulShutdown.Summary> stopped = executor.submit(service::stop);
            Await.until("nobody else is let in", () -> !listens(service.port()));
            stopping.countDown();
            int[] statuses = new int[600];
            for (RawClient client : clients) {
                statuses[statusOrNone(client)]++;
                client.close();
            }
            GracefulShutdown.Summary summary = stopped.get();
            assertEquals(answered, statuses[200], "answered");
            assertEquals(CLIENTS - answered, statuses[503], "refused, in the queue or in its thread");
            assertEquals(answered + "+" + (CLIENTS - answered) + "+0+0", summary.answered() + "+"
                    + summary.refused() + "+" + summary.cutOff() + "+" + summary.idle(), "the last line's figures");
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
        exchange.receive();      // which never comes: the last one waits for its answer until the end
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

    private static Settings shutdownMillis(int millis) {
        return TestService.waits(Settings.DEFAULTS.queueMillis(), millis);
    }

    @Test
    void idleConnectionsAreEndedBeforeTheirDeadlines() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, Settings.DEFAULTS);
                    RawClient used = service.connect(); RawClient unused = service.connect()) {
                assertEquals(200, used.get("/rpc").status());
                Await.until("both are open", () -> service.openConnections() == 2);
                long millis = service.stop().millis();
                assertTrue(used.isAtEnd() && unused.isAtEnd(), "both are ended");
                assertTrue(millis < Settings.DEFAULTS.shutdownMillis(), "without waiting for their deadlines: "
                        + millis + " ms");
            }
        });
    }

    @Test
    void whatTakesTooLongIsRefusedAndCounted() throws Exception {
        TestService.inEachMode(mode -> {
            try (ScriptedServer two = new ScriptedServer((exchange, n) -> {
                    exchange.receive();
                    exchange.receive();
                }); TestService service = TestService.inFrontOf(two.port(), mode, shutdownMillis(50));
                        RawClient client = service.connect()) {
                client.send(RawClient.request("/rpc"));
                Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                assertEquals("0 + 1 + 0 + 0", sum(service.stop()));
                assertEquals(503, statusOrNone(client));
                assertTrue(client.isAtEnd(), "the connection is ended");
                assertEquals(0L, service.meter.inFlight(), "in flight");
            }
        });
    }

    /** Answered, refused, cut off and idle. */
    private static String sum(GracefulShutdown.Summary summary) {
        return summary.answered() + " + " + summary.refused() + " + " + summary.cutOff() + " + " + summary.idle();
    }

    /** Where a request waits in service one itself: on its thread, or without one, for a timer. */
    @Test
    void whatWaitsInServiceOneAtTheEndIsAnsweredOrRefused() throws Exception {
        TestService.inEachMode(mode -> {
            for (String path : List.of("/wait-blocking", "/wait-async", "/pinned", "/synchronized")) {
                try (TestService service = TestService.start(mode, shutdownMillis(0)); RawClient client =
                        service.connect().send(RawClient.request(path))) {
                    Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                    GracefulShutdown.Summary summary = service.stop();
                    int status = statusOrNone(client);
                    assertTrue(status == 200 || status == 503, path + " is answered " + status);
                    assertEquals(status == 200 ? "1 + 0 + 0 + 0" : "0 + 1 + 0 + 0", sum(summary), path);
                    assertEquals(0L, service.meter.inFlight(), "in flight");
                }
            }
        });
    }

    @Test
    void halfARequestIsCutOffAtTheEndAndCounted() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, shutdownMillis(50));
                    RawClient client = service.connect().send("GET /rpc HTTP/1.1\r\n")) {
                Await.until("it is served", () -> service.openConnections() == 1 && service.waiting() == 0);
                assertEquals("0 + 0 + 1 + 0", sum(service.stop()));
                assertTrue(client.isAtEnd(), "the connection is ended");
            }
        });
    }

    /** What it has not taken would stay with the kernel for minutes, when the service has long ended. */
    @Test
    void aClientThatDoesNotReadIsResetAtTheEnd() throws Exception {
        String answer = ScriptedServer.ok("{\"service\":\"" + "2".repeat(60_000) + "\"}");
        TestService.inEachMode(mode -> {
            AtomicInteger answers = new AtomicInteger();
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                    while (true) {
                        exchange.receive();
                        exchange.send(answer);
                        answers.incrementAndGet();
                    }
                }); TestService service = TestService.inFrontOf(two.port(), mode, shutdownMillis(1_000));
                        Socket deaf = new Socket()) {
                deaf.setReceiveBufferSize(4_096);
                deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()));
                deaf.getOutputStream().write(RawClient.request("/rpc").repeat(7).getBytes(StandardCharsets.US_ASCII));
                Await.until("more was answered than the kernel takes", () -> answers.get() >= 2);
                assertEquals("0 + 0 + 1 + 0", sum(service.stop()));
                assertThrows(SocketException.class, () -> deaf.getInputStream().readAllBytes());
            }
        });
    }

    /** Issue 11, row 10: 300 got a 502, and were reported as answered. */
    @Test
    void anAnswerThatServiceTwoFailedIsCountedAsSuch() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch stopping = new CountDownLatch(1);
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> failAfter(stopping, exchange));
                    TestService service = TestService.inFrontOf(two.port(), mode, 2);
                    RawClient a = service.connect(); RawClient b = service.connect()) {
                a.send(RawClient.request("/rpc"));
                b.send(RawClient.request("/meetings"));
                Await.until("they are in flight", () -> service.meter.inFlight() == 2);
                try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    Future<GracefulShutdown.Summary> stopped = executor.submit(service::stop);
                    Await.until("nobody else is let in", () -> !listens(service.port()));
                    stopping.countDown();
                    assertEquals(502, statusOrNone(a));
                    assertEquals(502, statusOrNone(b));
                    assertEquals("2 + 0 + 0 + 0", sum(stopped.get()));
                    assertEquals(2L, stopped.get().failed(), "of them failed");
                }
            }
        });
    }

    /** The connection ends with the script. */
    private static void failAfter(CountDownLatch stopping, ScriptedServer.Exchange exchange) throws Exception {
        exchange.receive();
        stopping.await();
    }

    /** Somebody who starts and stops servers in one program would run out of descriptors. */
    @Test
    void theConnectionsToServiceTwoAreClosed() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch closed = new CountDownLatch(1);
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                    exchange.receive();
                    exchange.send(ScriptedServer.ok(ScriptedServer.INFO));
                    assertEquals(-1, exchange.socket.getInputStream().read());
                    closed.countDown();
                }); TestService service = TestService.inFrontOf(two.port(), mode)) {
                assertEquals(200, service.get("/rpc").status());
                service.stop();
                assertTrue(closed.await(20, TimeUnit.SECONDS), "the pooled one is closed");
            }
        });
    }
}
