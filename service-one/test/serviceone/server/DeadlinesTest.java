package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import serviceone.meter.Meter.Count;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

class DeadlinesTest {
    private static final int SHORT = 150;
    /** Longer than it takes to see that no carrier is free. */
    private static final int IDLE = 1_500;
    private static final int LONG = 60_000;

    /**
     * Though each single byte came in time. The client must not be reset for what it still sends before it has read the
     * answer (RFC 9112, 9.6).
     */
    @Test
    void aRequestThatTricklesInIsAnswered408WhichItsClientSees() throws Exception {
        TestService.inEachMode(TestService.times(SHORT, LONG, LONG), (service, client) -> {
            client.socket.setTcpNoDelay(true);
            client.send("GET / HTTP/1.1\r\nHost: a\r\nA: ");
            for (int further = 20; further > 0; further -= service.meter.failures().isEmpty() ? 0 : 1) {
                client.send("x");
                Thread.sleep(5);
            }
            assertEquals(408, client.receive().status(), "read after all that");
            assertTrue(client.isAtEnd(), "and then the end");
        });
    }

    /** Being asked to go on must not lift the deadline: a few such clients would hold a pool for ever. */
    @Test
    void aBodyThatWasAskedForAndDoesNotComeIsAnswered408() throws Exception {
        TestService.inEachMode(TestService.times(SHORT, LONG, LONG), (service, client) -> {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                    .receiveHead();
            assertEquals(408, client.receive().status());
        });
    }

    /** A first request's time begins with the connection: who begins it late is late before who connected later. */
    @Test
    void silenceCountsAgainstTheFirstRequest() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, TestService.times(3_000, LONG, LONG));
                    RawClient early = service.connect()) {
                Thread.sleep(1_500);
                try (RawClient late = service.connect().send("GET / HTTP/1.1\r\n")) {
                    Thread.sleep(800);
                    assertEquals(408, early.send("GET / HTTP/1.1\r\n").receive().status());
                    assertEquals(0, late.socket.getInputStream().available(), "who connected later has its time");
                    assertEquals(408, late.receive().status());
                }
            }
        });
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        TestService.inEachMode(TestService.times(SHORT, LONG, LONG), (service, client) -> {
            assertTrue(client.isAtEnd(), "closed without a word");
        });
    }

    /**
     * A request that comes in time is answered, however late its thread is to wake: here the carriers compute until the
     * idle deadline has passed and the watchdog, which looks twice a second, has seen it pass.
     */
    @Test
    void aRequestThatCameInTimeIsNotLostToItsThreadsBeingLate() throws Exception {
        try (TestService service = TestService.start(Mode.LOOM, TestService.times(LONG, IDLE, LONG))) {
            while (!isAnsweredThoughItsThreadWasLate(service)) {
                // on a loaded machine this test itself may come too late
            }
        }
    }

    /** False where the second request was sent after its deadline. */
    private static boolean isAnsweredThoughItsThreadWasLate(TestService service) throws Exception {
        try (RawClient client = service.connect()) {
            long start = System.nanoTime();
            assertEquals(200, client.get("/rpc").status());
            try (BusyCarriers _ = new BusyCarriers()) {
                client.send(RawClient.request("/rpc"));
                if (System.nanoTime() - start > IDLE * 1_000_000L) {
                    return false;
                }
                Thread.sleep(IDLE + 1_200);
            }
            assertEquals(200, client.receive().status());
            return true;
        }
    }

    /** Also one that was handed to the timer, and taken up by another thread. */
    @Test
    void aKeptConnectionIsClosedWhenItIsIdleForTooLong() throws Exception {
        for (String path : List.of("/rpc", "/wait-async")) {
            TestService.inEachMode(TestService.times(LONG, SHORT, LONG), (service, client) -> {
                assertEquals(200, client.get(path).status());
                assertTrue(client.isAtEnd(), "closed without a word");
            });
        }
    }

    @Test
    void aRequestBeingAnsweredHasNoDeadlineOfItsClient() throws Exception {
        TestService.inEachMode(TestService.times(SHORT / 3, SHORT / 3, LONG), (service, client) -> {
            assertEquals(200, client.get("/wait-blocking").status(), "100 ms are longer than both");
        });
    }

    /** The 404s that nobody reads fill the buffers of both sides, and then the service can send no more. */
    @Test
    void aClientThatReadsNothingIsCutOffAndHoldsNothingUp() throws Exception {
        TestService.inEachMode(1, TestService.times(LONG, LONG, SHORT), (service, client) -> {
            flood(client);
            Await.until("the connection is closed", () -> service.openConnections() == 0);
            assertEquals(200, service.get("/rpc").status(), "another client");
        });
    }

    /** What it has not taken would stay with the kernel for minutes, beside what others have not taken. */
    @Test
    void aLateClientIsResetAndTheKernelKeepsLittleForIt() throws Exception {
        String request = RawClient.request("/rpc");
        assertReset(request.repeat(7));
        assertReset(request + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    }

    private static void assertReset(String requests) throws Exception {
        ScriptedServer.Script script = (exchange, _) -> {
            while (true) {
                exchange.receive();
                exchange.send(ScriptedServer.ok("{\"service\":\"" + "2".repeat(60_000) + "\"}"));
            }
        };
        TestService.inEachMode(mode -> {
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode, TestService.times(LONG, LONG, SHORT));
                    Socket late = new Socket()) {
                late.setReceiveBufferSize(4_096);
                late.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()));
                late.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
                Await.until("it was given up", () -> service.meter.get(Count.ANSWERED) > 0
                        && service.openConnections() == 0);
                assertThrows(SocketException.class, () -> late.getInputStream().readAllBytes());
            }
        });
    }

    private static void flood(RawClient client) {
        String many = RawClient.request("/none").repeat(1000);
        try {
            while (true) {
                client.send(many);
            }
        } catch (IOException e) {
            // what was waited for: the service has ended the connection
        }
    }
}
