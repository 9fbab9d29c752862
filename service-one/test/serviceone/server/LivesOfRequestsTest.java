package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.mode.Mode;
import common.mode.ServiceThread;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import serviceone.meter.Meter.Count;
import testing.Await;
import testing.Test;

class LivesOfRequestsTest {
    private static final String MEETINGS =
            " read own info own authenticate own authorize own meetings own written";
    private static final Set<String> RUNNING = Set.of("own", "written");

    private static String names(Life life) {
        return String.join(" ", life.parts().stream().map(Part::name).toList()).replace("read read", "read")
                .replace("written written", "written");
    }

    private static String outcome(Life life) {
        return life.path() + ' ' + life.status();
    }

    /** A life ends a moment after the client has the answer. Lives are recorded only while somebody reads them. */
    private static Life life(TestService service, int number) throws Exception {
        Await.until("life " + number + " has ended", () -> ended(service).size() >= number);
        return ended(service).get(number - 1);
    }

    private static Life life(TestService service, String path) throws Exception {
        Await.until("the life of " + path + " has ended", () -> ended(service).stream()
                .anyMatch(life -> life.path().equals(path)));
        return ended(service).stream().filter(life -> life.path().equals(path)).findFirst().orElseThrow();
    }

    private static List<Life> ended(TestService service) {
        return service.meter.lives().changedAfter(0).stream().filter(life -> !life.goesOn()).toList();
    }

    /** On a busy machine, the wait of the request may not be its only long part. */
    private static void assertThread(Predicate<String> expected, Life life) {
        assertTrue(life.parts().stream().anyMatch(part -> isLong(part) && expected.test(part.thread())), "" + life);
    }

    private static boolean isLong(Part part) {
        return part.to() - part.from() > 90;      // each wait takes 100 ms
    }

    @Test
    void aLifeGoesFromTheQueueToTheAnswerAndNamesItsThreads() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, Settings.DEFAULTS)) {
                service.meter.lives().watch();
                try (RawClient client = service.connect()) {
                    checkThreads(mode, service, client);
                }
                try (RawClient broken = service.connect()) {
                    assertEquals(400, broken.send("no request\r\n\r\n").receive().status());
                }
                Life refused = life(service, 3);
                assertEquals("queued read own written:  400", names(refused) + ": " + outcome(refused));
                try (RawClient leaver = service.connect()) {
                    leaver.socket.setSoLinger(true, 0);
                    leaver.send(RawClient.request("/wait-blocking"));
                    Await.until("the request is read", () -> service.meter.get(Count.STARTED) == 4);
                }
                assertEquals("/wait-blocking", life(service, 4).path(), "a client that leaves");
            }
        });
    }

    private static void checkThreads(Mode mode, TestService service, RawClient client) throws Exception {
        client.get("/meetings?token=secret");
        Life first = life(service, 1);
        assertEquals("queued" + MEETINGS.replace("info", "info own info"), names(first),
                "on new connections, also to service two");
        assertEquals("/meetings 200", outcome(first));
        for (Part part : first.parts()) {
            boolean hasThread = RUNNING.contains(part.name())
                    || mode == Mode.POOL && !part.name().equals("queued");
            assertTrue(part.name().equals("read")
                    || (hasThread ? mode.serving().isNameOf(part.thread()) : part.thread().isEmpty()), part.toString());
        }
        client.get("/meetings");
        String queued = mode == Mode.POOL ? "queued" : "";
        assertEquals((queued + MEETINGS).strip(), names(life(service, 2)), "on a kept connection");
    }

    /** Each wait takes 100 ms, so all begin at once. */
    @Test
    void aWaitNamesItsThreadIfItHasOne() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 4, Settings.DEFAULTS);
                    RawClient timer = service.connect(); RawClient monitor = service.connect();
                    RawClient nativeCall = service.connect(); RawClient pipelining = service.connect()) {
                service.meter.lives().watch();
                timer.send(RawClient.request("/wait-async"));
                monitor.send(RawClient.request("/synchronized"));
                nativeCall.send(RawClient.request("/pinned"));
                pipelining.send(RawClient.request("/wait-blocking") + RawClient.request("/computational"));
                assertEquals("queued read own wait written", names(life(service, "/wait-async")), "for a timer");
                assertThread(String::isEmpty, life(service, "/wait-async"));
                ServiceThread blocks = mode == Mode.ASYNC ? ServiceThread.WORKER : mode.serving();
                assertThread(mode == Mode.LOOM ? String::isEmpty : blocks::isNameOf, life(service, "/synchronized"));
                assertThread(blocks::isNameOf, life(service, "/pinned"));
                Life pipelined = life(service, "/computational");
                assertEquals("behind read own written", names(pipelined), "pipelined");
                assertTrue(isLong(pipelined.parts().getFirst()), "it waited for the previous request: " + pipelined);
            }
        });
    }
}
