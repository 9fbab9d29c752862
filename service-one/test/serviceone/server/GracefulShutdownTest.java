package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.Clock;
import common.io.EventLoop;
import common.mode.Mode;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.server.GracefulShutdown.Summary;
import testing.Await;
import testing.Carriers;
import testing.Slow;
import testing.Test;
import testing.Words;

class GracefulShutdownTest {
    private static final int LONG_MILLIS = 60_000;
    private static final int FAILED_CALLS = 2;
    private static final int REQUESTS = 12;
    private static final int UNREAD = 60;
    private static final int SOON = 50;
    private static final int IDLE = 40;
    private static final List<String> OWN_WAITS =
            List.of("/wait-blocking", "/wait-async", "/pinned", "/synchronized");

    private static Settings settings(int shutdownMillis, int graceMillis) {
        return TestService.settings("shutdownMillis", shutdownMillis, "graceMillis", graceMillis);
    }

    @Test
    void theSummaryCountsHowTheConnectionsEnded() throws Exception {
        Words.assertSame("server", "a shutdown", Stream.of(new Summary(1_234, 0, 5, 6, 7_890, 1_001),
                new Summary(13, 2, 0, 0, 0, 0)).map(each -> each + " ->\n" + each.words(99_999)).collect(
                Collectors.joining("\n")));
    }

    private static List<RawClient> ask(TestService service, Mode mode, List<String> paths) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (String path : paths) {
            clients.add(service.connect().send(RawClient.request(path)));
        }
        Await.until("all requests are read, or wait for a thread of the pool", () -> service.meter.get(Count.STARTED)
                + (mode.isBoundedByThreads() ? service.waiting() : 0) >= clients.size());
        return clients;
    }

    private static FutureTask<Summary> beginToStop(TestService service) {
        FutureTask<Summary> stopped = new FutureTask<>(service::stop);
        Thread.ofPlatform().daemon().start(stopped);
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

    private static String counts(Summary summary) {
        return summary.answered() + " answered, " + summary.refused() + " refused, " + summary.cutOff() + " cut off, "
                + summary.idle() + " idle";
    }

    @Test
    void requestsInFlightAreAnsweredAndAllConnectionsEnd() throws Exception {
        TestService.inEachMode(mode -> {
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger calling = new AtomicInteger();
            ScriptedServer.Script script = (exchange, number) -> {
                calling.incrementAndGet();
                try {
                    exchange.receiveHead();
                    go.await();
                    if (number > FAILED_CALLS) {
                        exchange.send(ScriptedServer.ok(ScriptedServer.INFO));
                        ScriptedServer.answerAll(exchange);
                    }
                } finally {
                    calling.decrementAndGet();
                }
            };
            try (TestService service = TestService.scripted(script, mode, 4, settings(LONG_MILLIS, LONG_MILLIS));
                    RawClient silent = service.connect()) {
                List<RawClient> clients = ask(service, mode, Collections.nCopies(REQUESTS, "/rpc"));
                FutureTask<Summary> stopped = beginToStop(service);
                Await.until("no further client is accepted", () -> !listens(service.port()));
                clients.add(silent.send(RawClient.request("/none")));      // like a request that was on its way
                go.countDown();
                int[] statuses = new int[600];
                for (RawClient client : clients) {
                    RawClient.Reply reply = client.receive();
                    statuses[reply.status()]++;
                    assertTrue(reply.closes() && client.isAtEnd(), "the connection ends");
                }
                assertEquals("10 with 200, 2 with 502, 1 with 404", statuses[200] + " with 200, " + statuses[502]
                        + " with 502, " + statuses[404] + " with 404");
                Summary summary = stopped.get();
                assertEquals("13 answered, 0 refused, 0 cut off, 0 idle", counts(summary));
                assertEquals(2L, summary.failed(), "answered with 502");
                Await.until("the connections to service two are closed", () -> calling.get() == 0);
            }
        });
    }

    /**
     * A request that makes no call to service two may still be answered. If the shutdown interrupts the thread that
     * sends the answer, the connection counts as cut off.
     */
    @Test
    void unansweredRequestsAreRefusedAtTheShutdownsDeadline() throws Exception {
        List<String> paths = new ArrayList<>(OWN_WAITS);
        paths.addAll(Collections.nCopies(10, "/rpc"));
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.scripted((exchange, _) -> {
                    exchange.receiveHead();
                    exchange.receiveHead();      // waits for the end of the connection: no second call comes
                }, mode, 6, settings(0, LONG_MILLIS))) {
                List<RawClient> clients = ask(service, mode, paths);
                FutureTask<Summary> stopped = beginToStop(service);
                long answered = 0;
                long refused = 0;
                for (int i = 0; i < paths.size(); i++) {
                    boolean own = OWN_WAITS.contains(paths.get(i));
                    try (RawClient client = clients.get(i)) {
                        RawClient.Reply reply = client.receive();
                        assertTrue(reply.status() == 503 || reply.body().contains("waitedMillis") && own,
                                paths.get(i) + " got " + reply);
                        assertTrue(!reply.closes() || client.isAtEnd(), "the connection ends");
                        refused += reply.status() == 503 ? 1 : 0;
                        answered += reply.status() == 200 && reply.closes() ? 1 : 0;
                    } catch (SocketException e) {
                        assertTrue(own, paths.get(i) + " got no answer: " + e);
                    }
                }
                Summary summary = stopped.get();
                assertEquals(refused, summary.refused());
                assertTrue(summary.answered() <= answered && answered <= summary.answered() + summary.cutOff(),
                        answered + " clients got an answer: " + counts(summary));
                assertEquals(0L, service.meter.inFlight(), "requests in flight");
            }
        });
    }

    @Test
    void requestsThatWereNotReadAreRefusedAtTheShutdownsDeadline() throws Exception {
        refusesWhatWasNotRead("/pinned");
    }

    @Test
    @Slow("computes for seconds")
    void requestsThatWereNotReadWhileOthersComputeAreRefusedAtTheShutdownsDeadline() throws Exception {
        refusesWhatWasNotRead("/computational?millis=100");
    }

    /** The requests occupy every pool thread, every carrier or every event loop, so most are not read yet. */
    private static void refusesWhatWasNotRead(String path) throws Exception {
        try (Carriers _ = Carriers.take()) {
            TestService.inEachMode(mode -> {
                int grace = 10 * Settings.DEFAULTS.graceMillis();
                try (TestService service = TestService.start(mode, 2, settings(SOON, grace))) {
                    List<RawClient> clients = new ArrayList<>();
                    for (int i = 0; i < UNREAD; i++) {
                        clients.add(service.connect().send(RawClient.request(path)));
                    }
                    Await.until("all connections are accepted",
                            () -> service.openConnections() + service.meter.get(Count.ANSWERED) >= UNREAD);
                    FutureTask<Summary> stopped = beginToStop(service);
                    String got = outcomes(clients);
                    assertEquals(UNREAD + " of " + UNREAD + " get 200 or 503, 0 cut off",
                            got + ", " + stopped.get().cutOff() + " cut off", path);
                }
            });
        }
    }

    @Test
    void aPartialRequestIsRefusedAtTheShutdownsDeadline() throws Exception {
        try (Carriers _ = Carriers.take()) {
            TestService.inEachMode(settings(SOON, 20 * SOON), (service, first) -> {
                try (RawClient second = service.connect()) {
                    assertEquals(200, second.get("/rpc").status(), "the first request of the kept connection");
                    first.send("GET /rpc HTTP/1.1\r\n");
                    second.send("POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell");
                    Await.until("both are accepted", () -> service.openConnections() == 2 && service.waiting() == 0);
                    FutureTask<Summary> stopped = beginToStop(service);
                    for (RawClient each : List.of(first, second)) {
                        RawClient.Reply reply = each.receive();
                        assertEquals(503, reply.status(), "a partial request");
                        assertTrue(reply.closes() && each.isAtEnd(), "the connection ends: " + reply);
                        each.close();
                    }
                    assertEquals("0 answered, 2 refused, 0 cut off, 0 idle", counts(stopped.get()));
                }
            });
        }
    }

    /** The shutdown's time is shorter than that for a new connection's first request. */
    @Test
    void idleConnectionsAreNotCutOffAtTheShutdownsDeadline() throws Exception {
        TestService.inEachMode(mode -> {
            List<RawClient> clients = new ArrayList<>();
            Settings shorter = settings(SOON, LONG_MILLIS);
            try (TestService service = TestService.start(mode, shorter)) {
                for (int i = 0; i < IDLE; i++) {
                    clients.add(service.connect());
                    assertEquals(200, clients.getLast().get("/rpc").status(), "the answer");
                }
                Summary summary = service.stop();
                for (RawClient each : clients) {
                    assertTrue(each.isAtEnd(), "the idle connection is ended");
                }
                assertEquals("0 answered, 0 refused, 0 cut off, " + IDLE + " idle", counts(summary));
            }
        });
    }

    private static String outcomes(List<RawClient> clients) throws Exception {
        int good = 0;
        String bad = "";
        for (RawClient client : clients) {
            try (client) {
                RawClient.Reply reply = client.receive();
                if (client.isAtEnd() && (reply.status() == 200 || reply.status() == 503 && reply.closes())) {
                    good++;
                } else {
                    bad = ", one gets " + reply;
                }
            } catch (IOException e) {
                bad = ", one gets " + e;
            }
        }
        return good + " of " + clients.size() + " get 200 or 503" + bad;
    }

    @Test
    void idleConnectionsAreEndedBeforeTheirDeadlines() throws Exception {
        TestService.inEachMode(settings(LONG_MILLIS, 50), (service, used) -> {
            try (RawClient unused = service.connect()) {
                assertEquals(200, used.get("/rpc").status());
                Await.until("both connections are open", () -> service.openConnections() == 2);
                Summary summary = service.stop();
                assertTrue(used.isAtEnd() && unused.isAtEnd(), "both connections are ended");
                assertEquals("0 answered, 0 refused, 0 cut off, 2 idle", counts(summary));
                assertTrue(summary.millis() < Settings.DEFAULTS.idleMillis(), "milliseconds: " + summary.millis());
            }
        });
    }

    @Test
    void aClientThatTakesNoAnswerInItsTimeIsCutOffAndNotIdle() throws Exception {
        try (Carriers _ = Carriers.take()) {
            TestService.inEachMode(TestService.settings("shutdownMillis", LONG_MILLIS, "writeMillis", SOON),
                    (service, deaf) -> {
                deaf.send(RawClient.request(TestService.LARGE));
                Await.until("the client is being answered", () -> service.meter.get(Count.ANSWERED) == 1);
                assertEquals("0 answered, 0 refused, 1 cut off, 0 idle", counts(service.stop()));
            });
        }
    }

    @Test
    void aPartialAnswerIsCutOffAtTheShutdownsDeadline() throws Exception {
        try (Carriers _ = Carriers.take()) {
            TestService.inEachMode(settings(SOON, SOON), (service, deaf) -> {
                deaf.send(RawClient.request(TestService.LARGE));
                Await.until("the client is being answered", () -> service.meter.get(Count.ANSWERED) == 1);
                assertEquals("0 answered, 0 refused, 1 cut off, 0 idle", counts(service.stop()));
                assertThrows(SocketException.class, () -> deaf.socket.getInputStream().readAllBytes());
            });
        }
    }

    @Test
    void connectionsInTheBacklogAreAcceptedBeforeTheAcceptorCloses() throws Exception {
        CountDownLatch stopBegun = new CountDownLatch(1);
        Settings settings = settings(0, 1_000);
        OpenConnections connections = new OpenConnections(10, System::nanoTime);
        SocketQueue queue = new SocketQueue(10, LONG_MILLIS, System::nanoTime);
        EventLoop loop = new EventLoop(Thread.ofPlatform().daemon(), Clock.SYSTEM);
        Refusals refusals = new Refusals(loop, settings);
        Acceptor acceptor = new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10, connections,
                queue, refusals, new Meter(Mode.POOL)) {
            @Override
            SocketChannel accept() throws IOException {
                try {
                    stopBegun.await();
                } catch (InterruptedException e) {
                    throw new ClosedByInterruptException();
                }
                return super.accept();
            }

            @Override
            void stop() {
                super.stop();
                stopBegun.countDown();
            }
        };
        try (EventLoop _ = loop.start();
                RawClient first = new RawClient(acceptor.port()); RawClient second = new RawClient(acceptor.port());
                RawClient silent = new RawClient(acceptor.port())) {
            first.send(RawClient.request("/"));
            second.send(RawClient.request("/"));
            Thread accepting = Thread.ofPlatform().daemon().start(acceptor);
            FutureTask<Summary> stopped = new FutureTask<>(new GracefulShutdown(acceptor, accepting, connections, queue,
                    new NoDrain(), refusals, settings)::stop);
            Thread.ofPlatform().daemon().start(stopped);
            for (RawClient client : List.of(first, second)) {
                assertEquals(503, client.receive().status(), "a client that nobody serves");
                client.close();
            }
            assertTrue(silent.isAtEnd(), "a client that has sent nothing gets no answer");
            assertEquals("0 answered, 2 refused, 0 cut off, 1 idle", counts(stopped.get()));
        }
    }

    private static final class NoDrain implements Drain {
        @Override
        public void start() {
            // nothing to start
        }

        @Override
        public void stop() {
            // nothing to stop
        }

        @Override
        public void close() {
            // nothing to close
        }
    }

    @Test
    void aStopInAStormOfConnectionsLosesNothing() throws Exception {
        Settings settings = TestService.settings("shutdownMillis", LONG_MILLIS, "graceMillis", 100, "backlog", 200);
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 10, settings)) {
                FutureTask<Summary> stopped = new FutureTask<>(service::stop);
                Thread late = Thread.ofVirtual().unstarted(() -> connectUntilNobodyListens(service));
                List<RawClient> clients = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    clients.add(service.connect().send(RawClient.request("/rpc")));
                }
                Thread.ofPlatform().daemon().start(stopped);
                late.start();
                for (RawClient client : clients) {
                    int status = client.receive().status();
                    assertTrue(status == 200 || status == 503, "an earlier client got " + status);
                    client.close();
                }
                Summary summary = stopped.get();
                late.join();
                assertEquals(0L, summary.cutOff(), "requests cut off");
                assertTrue(summary.millis() < LONG_MILLIS, "the stop hung for " + summary.millis() + " ms");
                assertEquals(0, service.openConnections(), "connections left open");
            }
        });
    }

    private static void connectUntilNobodyListens(TestService service) {
        try {
            while (true) {
                service.connect().send(RawClient.request("/rpc")).close();
            }
        } catch (IOException e) {
            // nobody listens any more
        }
    }
}
