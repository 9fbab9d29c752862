package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.Response;
import common.io.Clock;
import common.io.EventLoop;
import common.mode.Mode;
import java.util.logging.Logger;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import testing.Await;
import testing.Carriers;
import testing.Test;
import testing.Words;

class AdmissionTest {
    /** This field keeps the logger, which the logging system references only weakly. */
    private static final Logger LOG = Logger.getLogger(Acceptor.class.getName());

    private final Meter meter = new Meter(Mode.LOOM);
    private final OpenConnections connections = new OpenConnections(2, System::nanoTime);
    private final List<ClientSocket> admitted = new ArrayList<>();

    @Test
    void oneConnectionMoreThanAllowedIsRefusedAtOnce() throws Exception {
        TestService.inEachMode(TestService.settings("maxConnections", 1), (service, first) -> {
            assertEquals(200, first.get("/rpc").status());
            try (RawClient second = service.connect()) {
                assertRefused(second.send(RawClient.request("/rpc")), service);
            }
            assertEquals(200, first.get("/rpc").status(), "the open connection");
            first.close();
            Await.until("another connection is admitted", () -> service.get("/rpc").status() == 200);
        });
    }

    @Test
    void aFullQueueRefusesAtOnce() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        String request = RawClient.request("/rpc");
        try (TestService service = TestService.scripted(ScriptedServer.answeringAfter(go), Mode.POOL, 1,
                        TestService.settings("queue", 2));
                RawClient served = service.connect().send(request)) {
            Await.until("the only thread is busy", () -> service.meter.inFlight() == 1);
            try (RawClient first = service.connect().send(request); RawClient second = service.connect().send(request);
                    RawClient third = service.connect()) {
                assertRefused(third, service);
                go.countDown();
                for (RawClient client : List.of(served, first, second)) {
                    assertEquals(200, client.receive().status(), "a client that was served or queued");
                }
            }
        }
    }

    private static void assertRefused(RawClient client, TestService service) throws Exception {
        Await.until("a connection is refused", () -> service.meter.get(Count.REFUSED) == 1);
        RawClient.Reply refusal = client.receive();
        assertEquals(503, refusal.status());
        assertContains("\r\nRetry-After: 1\r\n", refusal.head());
        assertTrue(refusal.closes() && client.isAtEnd(), "the refused connection ends");
        Words.assertSame("server", "a connection too many", refusal.body());
    }

    @Test
    void aConnectionBeyond256RefusalsGetsNoAnswer() throws Exception {
        Settings slow = TestService.settings("maxConnections", 1, "graceMillis", TestService.PATIENT_MILLIS);
        List<RawClient> refused = new ArrayList<>();
        try (TestService service = TestService.start(Mode.LOOM, slow); RawClient open = service.connect()) {
            assertEquals(200, open.get("/rpc").status());
            for (int i = 0; i < 256; i++) {      // each stays open, so its refusal stays in progress
                refused.add(service.connect());
                assertEquals(503, refused.getLast().receive().status());
            }
            try (RawClient oneMore = service.connect()) {
                assertTrue(oneMore.isAtEnd(), "the connection ends without an answer");
            }
            refused.getFirst().close();
            Await.until("there is room for another refusal", () -> {
                try (RawClient another = service.connect()) {
                    return !another.isAtEnd();
                }
            });
            for (RawClient client : refused) {
                client.close();
            }
        }
    }

    @Test
    void aRefusalNeedsNoCarrier() throws Exception {
        try (Carriers _ = Carriers.take();
                TestService service = TestService.start(Mode.LOOM, TestService.settings("maxConnections", 1));
                RawClient _ = service.connect()) {
            Await.until("the only connection allowed is open", () -> service.openConnections() == 1);
            try (BusyCarriers _ = new BusyCarriers(); RawClient second = service.connect()) {
                assertRefused(second, service);
            }
        }
    }

    private void admit() throws IOException {
        connections.admit(SocketChannel.open(), meter.connection(), admitted::add);
    }

    @Test
    void permitsAreReturnedOnce() throws Exception {
        admit();
        assertTrue(connections.hasRoom(), "one of two is open");
        admit();
        assertTrue(!connections.hasRoom(), "two of two are open");
        admitted.getFirst().close();
        admitted.getFirst().close();
        assertEquals(1, connections.size(), "after a connection was closed twice");
        connections.shutDown();
        CountDownLatch empty = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                connections.awaitEmpty(3_600_000);
                empty.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();      // does not happen
            }
        });
        admitted.getLast().close();
        empty.await();
        assertEquals(0, connections.size(), "after the end of the last connection");
    }

    @Test
    void aStoppedAcceptorAcceptsAtMostOneConnectionMoreThanItsBacklog() throws Exception {
        int backlog = 3;
        List<RawClient> clients = new ArrayList<>();
        try (Acceptor acceptor = new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), backlog,
                connections, null, null, meter)) {
            clients.add(new RawClient(acceptor.port()));
            acceptor.stop();
            clients.add(new RawClient(acceptor.port()));
            for (int taken = 1; true; taken++) {
                acceptor.accept().close();
                assertTrue(taken <= backlog + 1, "connections accepted after the stop: " + taken);
                clients.add(new RawClient(acceptor.port()));
            }
        } catch (ClosedChannelException e) {
            // after the last connection
        }
        for (RawClient client : clients) {
            client.close();
        }
    }

    /** A JVM's first log line loads the time zones. Without a free file descriptor, that throws an Error. */
    @Test
    void theAcceptorSurvivesFailuresAndAcceptsAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        SocketQueue queue = new SocketQueue(10, 60_000, System::nanoTime);
        Refusals refusals = new Refusals(new EventLoop(Thread.ofPlatform(), Clock.SYSTEM), Settings.DEFAULTS);
        Acceptor acceptor = new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10, connections,
                queue, refusals, meter) {
            @Override
            SocketChannel accept() throws IOException {
                if (failures.getAndDecrement() > 0) {
                    throw new IOException("Too many open files");
                }
                return super.accept();
            }
        };
        LOG.setFilter(_ -> {
            throw new Error("tzdb.dat: Too many open files");
        });
        Thread thread = Thread.ofPlatform().start(acceptor);
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), acceptor.port())) {
            Await.until("the connection after the failures is in the queue", () -> queue.size() == 1);
            assertEquals(client.getLocalSocketAddress(), queue.take().channel().getRemoteAddress());
            assertEquals(1L, meter.get(Count.ACCEPTED), "accepted");
        } finally {
            connections.shutDown();      // without this, the acceptor's end would end the process
            acceptor.close();
            thread.join();
        }
    }

    private Acceptor acceptor(int port) throws IOException {
        return new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10, connections,
                new SocketQueue(10, 60_000, System::nanoTime), null, meter);
    }

    /** Without its acceptor, the service would look alive, but answer nobody. */
    @Test
    void anInterruptOutsideAShutdownIsAFailureThatFreesThePort() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Acceptor acceptor = acceptor(0);
        assertThrows(BindException.class, () -> acceptor(acceptor.port()));
        Thread thread = Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> failure.complete(e)).start(acceptor);
        thread.interrupt();
        assertEquals(IllegalStateException.class, failure.get(30, TimeUnit.SECONDS).getClass());
        // A process that another test is just starting holds the socket for a moment.
        Await.until("the port is free", () -> canListen(acceptor.port()));
    }

    private boolean canListen(int port) throws IOException {
        try {
            acceptor(port).close();
            return true;
        } catch (BindException e) {
            return false;
        }
    }

    @Test
    void duringAShutdownAnInterruptOrACloseEndsTheAcceptorWithoutAFailure() throws Exception {
        connections.shutDown();
        for (boolean interrupts : List.of(true, false)) {
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Acceptor acceptor = acceptor(0);
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    acceptor.run();
                    end.complete(null);
                } catch (Throwable e) {
                    end.complete(e);
                }
            });
            if (interrupts) {
                thread.interrupt();
            } else {
                acceptor.close();
            }
            assertEquals(null, end.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aRefusedClientLearnsWhy() throws Exception {
        Words.assertSame("server", "refused clients", Stream.of(Response.late(), Refusals.stopping(),
                Refusals.unavailable("(a reason)")).map(AdmissionTest::text).collect(Collectors.joining("\n")));
    }

    private static String text(Response refusal) {
        String answer = new String(refusal.encodeLast(), StandardCharsets.US_ASCII);
        return answer.replaceFirst("\r\nDate: .*", "").replace("\r\n", "\n");
    }
}
