package serviceone.server;

import static testing.Assertions.assertContains;
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
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import serviceone.meter.Mode;
import serviceone.server.GracefulShutdown.Summary;
import testing.Await;
import testing.Test;

/** What is in flight when the service is stopped is answered; {@code ServiceOneTest} does the same to a process. */
class GracefulShutdownTest {
    private static final int CLIENTS = 100;

    private static List<RawClient> ask(TestService service, int clients) throws IOException {
        List<RawClient> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            all.add(service.connect().send(RawClient.request("/rpc")));
        }
        return all;
    }

    /** Begins to stop the service and, when nobody else is let in, lets service two go on. */
    private static FutureTask<Summary> stop(TestService service, CountDownLatch go) throws Exception {
        FutureTask<Summary> stopped = new FutureTask<>(service::stop);
        Thread.ofVirtual().start(stopped);
        Await.until("nobody else is let in", () -> !listens(service.port()));
        go.countDown();
        return stopped;
    }

    private static boolean listens(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return false;
        } catch (IOException e) {
            return true;
        }
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

    private static String sum(Summary of) {
        return of.answered() + " answered, " + of.refused() + " refused, " + of.cutOff() + " cut off, " + of.idle()
                + " idle";
    }

    private static Settings shutdownMillis(int millis) {
        return TestService.waits(Settings.DEFAULTS.queueMillis(), millis);
    }

    @Test
    void whatIsInFlightIsAnsweredAndTheConnectionEnded() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch go = new CountDownLatch(1);
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                    exchange.receive();
                    go.await();
                    exchange.send(ScriptedServer.ok(ScriptedServer.INFO));
                    exchange.receive();
                }); TestService service = TestService.inFrontOf(two.port(), mode, CLIENTS)) {
                List<RawClient> clients = ask(service, CLIENTS);
                Await.until("all are in flight", () -> service.meter.inFlight() == CLIENTS);
                FutureTask<Summary> stopped = stop(service, go);
                for (RawClient client : clients) {
                    assertEquals(200, statusOrNone(client));
                }
                assertEquals(CLIENTS + " answered, 0 refused, 0 cut off, 0 idle", sum(stopped.get()));
            }
        });
    }

    /** In the queue, or in its thread. */
    @Test
    void whatIsNotAnsweredAtTheEndIsRefusedAndEveryConnectionIsCounted() throws Exception {
        int answered = 5;
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                go.await();
                for (int i = 0; i < answered; i++) {
                    exchange.receive();
                    exchange.send(ScriptedServer.ok(ScriptedServer.INFO));
                }
                exchange.receive();
                exchange.receive();      // which never comes: the last one waits for its answer until the end
            }); TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, shutdownMillis(1_500))) {
            List<RawClient> clients = ask(service, CLIENTS);
            FutureTask<Summary> stopped = stop(service, go);
            int[] statuses = new int[600];
            for (RawClient client : clients) {
                statuses[statusOrNone(client)]++;
                client.close();
            }
            assertEquals(answered, statuses[200], "answered");
            assertEquals(CLIENTS - answered, statuses[503], "refused");
            assertEquals(answered + " answered, " + (CLIENTS - answered) + " refused, 0 cut off, 0 idle",
                    sum(stopped.get()));
        }
    }

    @Test
    void idleConnectionsAreEndedBeforeTheirDeadlines() throws Exception {
        TestService.inEachMode((service, used) -> {
            try (RawClient unused = service.connect()) {
                assertEquals(200, used.get("/rpc").status());
                Await.until("both are open", () -> service.openConnections() == 2);
                long millis = service.stop().millis();
                assertTrue(used.isAtEnd() && unused.isAtEnd(), "both are ended");
                assertTrue(millis < Settings.DEFAULTS.shutdownMillis(), "without waiting for their deadlines");
            }
        });
    }

    @Test
    void whatTakesTooLongIsRefusedAndCounted() throws Exception {
        TestService.inEachMode(mode -> {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                    TestService service = TestService.inFrontOf(silent.getLocalPort(), mode, shutdownMillis(50));
                    RawClient client = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                assertEquals("0 answered, 1 refused, 0 cut off, 0 idle", sum(service.stop()));
                assertEquals(503, statusOrNone(client));
                assertTrue(client.isAtEnd(), "the connection is ended");
                assertEquals(0L, service.meter.inFlight(), "in flight");
            }
        });
    }

    /** Where a request waits in service one itself: on its thread, or without one, for a timer. */
    @Test
    void whatWaitsInServiceOneAtTheEndIsAnsweredOrRefused() throws Exception {
        for (String path : List.of("/wait-blocking", "/wait-async", "/pinned", "/synchronized")) {
            TestService.inEachMode(shutdownMillis(0), (service, client) -> {
                client.send(RawClient.request(path));
                Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                Summary summary = service.stop();
                int status = statusOrNone(client);
                assertTrue(status == 200 || status == 503, path + " is answered " + status);
                assertEquals(status == 200 ? "1 answered, 0 refused, 0 cut off, 0 idle"
                        : "0 answered, 1 refused, 0 cut off, 0 idle", sum(summary), path);
                assertEquals(0L, service.meter.inFlight(), "in flight");
            });
        }
    }

    @Test
    void halfARequestIsCutOffAtTheEndAndCounted() throws Exception {
        TestService.inEachMode(shutdownMillis(50), (service, client) -> {
            client.send("GET /rpc HTTP/1.1\r\n");
            Await.until("it is served", () -> service.openConnections() == 1 && service.waiting() == 0);
            assertEquals("0 answered, 0 refused, 1 cut off, 0 idle", sum(service.stop()));
            assertTrue(client.isAtEnd(), "the connection is ended");
        });
    }

    /** What it has not taken would stay with the kernel for minutes, when the service has long ended. */
    @Test
    void aClientThatDoesNotReadIsResetAtTheEnd() throws Exception {
        TestService.inEachMode(mode -> {
            AtomicInteger answers = new AtomicInteger();
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                    while (true) {
                        exchange.receive();
                        exchange.send(ScriptedServer.ok("{\"service\":\"" + "2".repeat(60_000) + "\"}"));
                        answers.incrementAndGet();
                    }
                }); TestService service = TestService.inFrontOf(two.port(), mode, shutdownMillis(500));
                        Socket deaf = new Socket()) {
                deaf.setReceiveBufferSize(4_096);
                deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()));
                deaf.getOutputStream().write(RawClient.request("/rpc").repeat(7).getBytes(StandardCharsets.US_ASCII));
                Await.until("more was answered than the kernel takes", () -> answers.get() >= 2);
                assertEquals("0 answered, 0 refused, 1 cut off, 0 idle", sum(service.stop()));
                assertThrows(SocketException.class, () -> deaf.getInputStream().readAllBytes());
            }
        });
    }

    /** Of those that are told of as answered. */
    @Test
    void anAnswerThatServiceTwoFailedIsCountedAsSuch() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch go = new CountDownLatch(1);
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> {
                    exchange.receive();
                    go.await();      // and then the connection ends
                }); TestService service = TestService.inFrontOf(two.port(), mode, 2)) {
                List<RawClient> clients = ask(service, 2);
                Await.until("they are in flight", () -> service.meter.inFlight() == 2);
                FutureTask<Summary> stopped = stop(service, go);
                for (RawClient client : clients) {
                    assertEquals(502, statusOrNone(client));
                }
                assertContains(" ms: 2 in flight answered (of them 2 with 502 or 504), 0 refused (503), 0 cut off, "
                        + "0 idle; requests answered since its start: 2", stopped.get().words(2));
            }
        });
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
