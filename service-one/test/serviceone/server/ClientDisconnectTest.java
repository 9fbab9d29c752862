package serviceone.server;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

/** Clients that reset their connections are not served on; those that only have said all are. */
class ClientDisconnectTest {
    private static final int CLIENT_HAS_LEFT = 499;
    /** A client of which nothing is heard is looked at before each call. */
    private static final Settings IMPATIENT = TestService.settings(Map.of("graceMillis", 0));

    private interface Act {
        void on(RawClient client) throws Exception;
    }

    /** What a client does during its first call, which calls are made, and what it gets then. */
    private record Row(String reason, Act act, String calls, Act then) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("a reset", ClientDisconnectTest::reset, "[info]", _ -> { }),
            new Row("the end of what it says", client -> client.socket.shutdownOutput(),
                    "[info, authenticate, authorize, meetings]",
                    client -> assertEquals(200, client.receive().status(), "its request")),
            new Row("more than the buffer has room for", client -> client.send(RawClient.request("/none").repeat(20)),
                    "[info, authenticate, authorize, meetings]", client -> {
                        for (int i = 0; i <= 20; i++) {
                            assertEquals(i == 0 ? 200 : 404, client.receive().status(), "request " + i);
                        }
                    }));

    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);

    /** Service two's answers: none before the test says so. */
    private void play(ScriptedServer.Exchange exchange, int number) throws Exception {
        while (true) {
            String head = exchange.receive();
            asked.add(ScriptedServer.callOf(head));
            go.await();
            exchange.send(ScriptedServer.ok(ScriptedServer.answerTo(head)));
        }
    }

    private static void reset(RawClient client) throws Exception {
        client.socket.setSoLinger(true, 0);
        client.close();
    }

    @Test
    void callsAreMadeForThoseWhoMayStillBeThereAlone() throws Exception {
        for (Row row : ROWS) {
            TestService.inEachMode(mode -> new ClientDisconnectTest().duringTheFirstCall(mode, row));
        }
    }

    private void duringTheFirstCall(Mode mode, Row row) throws Exception {
        try (ScriptedServer two = new ScriptedServer(this::play);
                TestService service = TestService.inFrontOf(two.port(), mode, 1, IMPATIENT);
                RawClient client = service.connect()) {
            client.send(RawClient.request("/meetings"));
            Await.until("the first call is made", () -> asked.size() == 1);
            row.act.on(client);
            boolean leaves = client.socket.isClosed();
            Await.until("an event loop has heard of it", () ->
                    !leaves || mode != Mode.ASYNC || service.openConnections() == 0);
            go.countDown();
            row.then.on(client);
            Await.until("its request has ended after " + row.reason, () -> service.meter.inFlight() == 0
                    && service.meter.failures().containsKey(CLIENT_HAS_LEFT) == leaves);
            assertEquals(row.calls, asked.toString(), "calls after " + row.reason);
        }
    }

    /** Clients of one thread send their requests and leave: the one behind them does not wait for theirs. */
    @Test
    void whoHasResetInTheQueueIsNotServedWhenItsTurnComes() throws Exception {
        try (ScriptedServer two = new ScriptedServer(this::play);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, IMPATIENT)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(service.connect().send(RawClient.request("/meetings")));
                int waiting = i;
                Await.until("the one thread is busy, and they wait", () -> asked.size() == 1
                        && service.waiting() == waiting);
            }
            for (RawClient client : clients.subList(1, 5)) {
                reset(client);
            }
            go.countDown();
            assertEquals(200, clients.getFirst().receive().status(), "the first");
            assertEquals(200, clients.getLast().receive().status(), "the last");
            assertEquals(8, asked.size(), "calls, for the first and the last alone: " + asked);
            assertEquals(Map.of(CLIENT_HAS_LEFT, 4L), service.meter.failures(), "requests given up");
        }
    }
}
