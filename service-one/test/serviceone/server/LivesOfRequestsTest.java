package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.mode.Mode;
import common.mode.ServiceThread;
import java.util.List;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Test;

class LivesOfRequestsTest {
    private static final String MEETINGS =
            " read own info own authenticate own authorize own meetings own written";

    private static String names(Life life) {
        return String.join(" ", life.parts().stream().map(Part::name).toList());
    }

    private static String outcome(Life life) {
        return life.path() + ' ' + life.status();
    }

    /** A life ends a moment after the client has the answer. Lives are recorded only while somebody reads them. */
    private static Life life(TestService service, int number) throws Exception {
        Await.until("life " + number + " has ended", () -> service.meter.lives().endedAfter(0).size() >= number);
        return service.meter.lives().endedAfter(0).get(number - 1);
    }

    private static boolean isLong(Part part) {
        return part.to() - part.from() > 90;      // each wait takes 100 ms
    }

    @Test
    void aLifeGoesFromTheQueueToTheAnswerAndNamesItsThreads() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, Settings.DEFAULTS)) {
                service.meter.lives().endedAfter(0);
                try (RawClient client = service.connect()) {
                    checkThreads(mode, service, client);
                    checkWaits(mode, service, client);
                }
                try (RawClient broken = service.connect()) {
                    assertEquals(400, broken.send("no request\r\n\r\n").receive().status());
                }
                Life refused = life(service, 7);
                assertEquals("queued read own written:  400", names(refused) + ": " + outcome(refused));
                try (RawClient leaver = service.connect()) {
                    leaver.socket.setSoLinger(true, 0);
                    leaver.send(RawClient.request("/wait-blocking"));
                    Await.until("the request is read", () -> service.meter.get(Count.STARTED) == 8);
                }
                assertEquals("/wait-blocking", life(service, 8).path(), "a client that leaves");
            }
        });
    }

    private static void checkThreads(Mode mode, TestService service, RawClient client) throws Exception {
        client.get("/meetings?token=secret");
        Life first = life(service, 1);
        assertEquals("queued" + MEETINGS, names(first), "on a new connection");
        assertEquals("/meetings 200", outcome(first));
        ServiceThread kind = mode.isOnVirtualThreads() ? ServiceThread.REQUEST : mode.serving();
        for (Part part : first.parts()) {
            boolean hasNoThread = part.name().equals("queued")
                    || mode == Mode.ASYNC && !List.of("read", "own", "written").contains(part.name());
            assertTrue(hasNoThread ? part.thread().isEmpty() : kind.isNameOf(part.thread()), part.toString());
        }
        client.get("/meetings");
        String queued = mode == Mode.POOL ? "queued" : "";
        assertEquals((queued + MEETINGS).strip(), names(life(service, 2)), "on a kept connection");
    }

    private static void checkWaits(Mode mode, TestService service, RawClient client) throws Exception {
        client.get("/wait-async");
        Life async = life(service, 3);
        String queued = mode == Mode.POOL ? "queued " : "";
        assertEquals(queued + (mode.isOnVirtualThreads() ? "read own written" : "read own own written"), names(async),
                "waiting for a timer");
        Part timerWait = async.parts().get(async.parts().size() - 2);
        assertTrue(timerWait.thread().isEmpty() != mode.isOnVirtualThreads() && isLong(timerWait),
                "only a virtual thread waits with the request: " + timerWait);
        client.get("/synchronized");
        assertTrue(life(service, 4).parts().stream().anyMatch(part -> isLong(part) && !part.thread().isEmpty()),
                "blocking work has a thread: " + life(service, 4));
        client.send(RawClient.request("/wait-blocking") + RawClient.request("/computational")).receive();
        client.receive();
        Life pipelined = life(service, 6);
        assertEquals("behind read own written", names(pipelined), "pipelined");
        assertTrue(isLong(pipelined.parts().getFirst()), "the request waited for the previous request: " + pipelined);
    }
}
