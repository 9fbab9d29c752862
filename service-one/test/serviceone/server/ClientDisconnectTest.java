package serviceone.server;

import static testing.Assertions.assertEquals;

import module java.base;
import common.io.SetClock;
import common.mode.Mode;
import testing.Await;
import testing.Test;

class ClientDisconnectTest {
    private static final int CLIENT_HAS_LEFT = 499;
    private static final String FOUR_CALLS = "[info, authenticate, authorize, meetings]";
    /** Without grace, a thread looks for a reset before each call. By default, it looks at most once a second. */
    private static final Settings IMPATIENT = TestService.settings("graceMillis", 0);

    private interface Act {
        void run(RawClient client) throws Exception;
    }

    private record Row(String reason, Act act, String calls, int answers) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("a reset", RawClient::reset, "[info]", 0),
            new Row("an end of output", client -> client.socket.shutdownOutput(), FOUR_CALLS, 1),
            new Row("more than the buffer can hold", client -> client.send(RawClient.request("/none").repeat(20)),
                    FOUR_CALLS, 21));

    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private final ScriptedServer.Script script = ScriptedServer.answering(head -> {
        asked.add(ScriptedServer.callOf(head));
        go.await();
        return ScriptedServer.rightAnswer(head);
    });

    @Test
    void noFurtherCallsAreMadeForClientsThatHaveLeft() throws Exception {
        for (Row row : ROWS) {
            TestService.inEachMode(mode -> new ClientDisconnectTest().duringTheFirstCall(mode, row));
        }
    }

    private void duringTheFirstCall(Mode mode, Row row) throws Exception {
        try (TestService service = TestService.scripted(script, mode, 1, IMPATIENT);
                RawClient client = service.connect()) {
            client.send(RawClient.request("/meetings"));
            Await.until("the first call is made", () -> asked.size() == 1);
            row.act.run(client);
            boolean leaves = client.socket.isClosed();
            Await.until("an event loop has noticed " + row.reason, () ->
                    !leaves || mode != Mode.ASYNC || service.openConnections() == 0);
            go.countDown();
            for (int i = 0; i < row.answers; i++) {
                assertEquals(i == 0 ? 200 : 404, client.receive().status(), "request " + i + " after " + row.reason);
            }
            Await.until("the request has ended after " + row.reason, () -> service.meter.inFlight() == 0
                    && service.meter.failures().containsKey(CLIENT_HAS_LEFT) == leaves);
            assertEquals(row.calls, asked.toString(), "all calls, with " + row.reason);
            assertEquals(TestService.MOST_CALLS, service.limit.permits().availablePermits(),
                    "free permits after " + row.reason);
        }
    }

    @Test
    void aClientThatResetsItsConnectionInTheQueueIsNotServed() throws Exception {
        try (TestService service = TestService.scripted(script, Mode.POOL, 1, IMPATIENT)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(service.connect().send(RawClient.request("/meetings")));
                int waiting = i;
                Await.until("the only thread is busy, and the other requests wait", () -> asked.size() == 1
                        && service.waiting() == waiting);
            }
            for (RawClient client : clients.subList(1, 5)) {
                client.reset();
            }
            go.countDown();
            assertEquals(200, clients.getFirst().receive().status(), "the first client");
            assertEquals(200, clients.getLast().receive().status(), "the last client");
            assertEquals(8, asked.size(), "calls, for the first and the last client only: " + asked);
            assertEquals(Map.of(CLIENT_HAS_LEFT, 4L), service.meter.failures(), "requests given up");
        }
    }

    @Test
    void aClientThatLeavesDuringAWaitWithoutAThreadIsForgotten() throws Exception {
        TestService.inEachModeByClock(Settings.DEFAULTS, (service, client, clock) -> {
            client.send(RawClient.request("/wait-async"));
            Await.until("the request waits", () -> service.meter.inFlight() == 1);
            client.reset();
            try (SetClock.Moving _ = clock.keepMoving(50)) {
                Await.until("the connection has ended", () -> service.openConnections() == 0);
                Await.until("the request has ended", () -> service.meter.inFlight() == 0);
            }
        });
    }
}
