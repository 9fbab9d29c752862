package serviceone.server;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import serviceone.meter.Mode;
import serviceone.server.ScriptedServer.Script;
import testing.Await;
import testing.Test;

/** Clients that reset their connections are not served on; those that only have said all are. */
class ClientDisconnectTest {
    private static final int CLIENT_HAS_LEFT = 499;
    private static final String FOUR_CALLS = "[info, authenticate, authorize, meetings]";
    /** A client is looked at when nothing has been heard of it for a second. */
    private static final long UNHEARD_OF_MILLIS = 1_100;

    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);

    /** Service two's answers: the first one when the test says so, and then at once. */
    private final Script afterGo = (exchange, number) -> {
        while (true) {
            String head = exchange.receive();
            asked.add(ScriptedServer.callOf(head));
            go.await();
            exchange.send(ScriptedServer.ok(ScriptedServer.answerTo(head)));
        }
    };

    private interface Act {
        void on(RawClient client) throws Exception;
    }

    /** Acts while the request of a client waits for its first call. */
    private void duringTheFirstCall(Mode mode, Act act, Act then) throws Exception {
        try (ScriptedServer two = new ScriptedServer(afterGo);
                TestService service = TestService.inFrontOf(two.port(), mode, 1);
                RawClient client = service.connect()) {
            client.send(RawClient.request("/meetings"));
            Await.until("the first call is made", () -> asked.size() == 1);
            act.on(client);
            Thread.sleep(UNHEARD_OF_MILLIS);
            go.countDown();
            then.on(client);
            long givenUp = client.socket.isClosed() ? 1 : 0;
            Await.until("its request has ended, given up or not", () -> service.meter.inFlight() == 0
                    && service.meter.failures().getOrDefault(CLIENT_HAS_LEFT, 0L) == givenUp);
        }
    }

    private static void reset(RawClient client) throws Exception {
        client.socket.setSoLinger(true, 0);
        client.close();
    }

    @Test
    void noMoreCallsAreMadeForAClientThatHasReset() throws Exception {
        TestService.inEachMode(mode -> {
            ClientDisconnectTest fresh = new ClientDisconnectTest();
            fresh.duringTheFirstCall(mode, ClientDisconnectTest::reset, client -> { });
            assertEquals("[info]", fresh.asked.toString(), "calls");
        });
    }

    @Test
    void aClientThatHasSaidAllIsServed() throws Exception {
        TestService.inEachMode(mode -> {
            ClientDisconnectTest fresh = new ClientDisconnectTest();
            fresh.duringTheFirstCall(mode, client -> client.socket.shutdownOutput(),
                    client -> assertEquals(200, client.receive().status()));
            assertEquals(FOUR_CALLS, fresh.asked.toString(), "calls");
        });
    }

    /** What a look reads is not lost, and more than the buffer has room for may come. */
    @Test
    void whatAClientSendsMeanwhileIsServed() throws Exception {
        String further = RawClient.request("/none").repeat(100);
        TestService.inEachMode(mode -> {
            ClientDisconnectTest fresh = new ClientDisconnectTest();
            fresh.duringTheFirstCall(mode, client -> client.send(further), client -> {
                assertEquals(200, client.receive().status(), "the first");
                for (int i = 0; i < 100; i++) {
                    assertEquals(404, client.receive().status(), "number " + i);
                }
            });
        });
    }

    /** Thirty clients of one thread send their requests and leave: the one behind them does not wait for theirs. */
    @Test
    void whoHasResetInTheQueueIsNotServedWhenItsTurnComes() throws Exception {
        try (ScriptedServer two = new ScriptedServer(afterGo);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1);
                RawClient first = service.connect()) {
            first.send(RawClient.request("/meetings"));
            Await.until("the thread is busy", () -> asked.size() == 1);
            List<RawClient> leaving = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                leaving.add(service.connect().send(RawClient.request("/meetings")));
            }
            try (RawClient last = service.connect()) {
                last.send(RawClient.request("/meetings"));
                Await.until("they wait", () -> service.waiting() == 31);
                for (RawClient client : leaving) {
                    reset(client);
                }
                Thread.sleep(UNHEARD_OF_MILLIS);
                go.countDown();
                assertEquals(200, first.receive().status(), "the first");
                assertEquals(200, last.receive().status(), "the last");
                assertEquals(8, asked.size(), "calls, for the first and the last alone: " + asked);
                assertEquals(30L, service.meter.failures().getOrDefault(CLIENT_HAS_LEFT, 0L), "requests given up");
            }
        }
    }
}
