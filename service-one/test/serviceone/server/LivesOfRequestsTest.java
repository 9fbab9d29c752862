package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import serviceone.meter.Mode;
import serviceone.meter.ServiceThread;
import testing.Await;
import testing.Test;

/** What is told of a request's life, in every mode. */
class LivesOfRequestsTest {
    private static final List<String> MEETINGS = List.of("read", "own", "info", "own", "authenticate", "own",
            "authorize", "own", "meetings", "own", "written");
    private static final int QUEUE_MILLIS = 500;

    private static List<String> names(Life life) {
        return life.parts().stream().map(Part::name).toList();
    }

    private static String outcome(Life life) {
        return life.path() + ' ' + life.status();
    }

    /** Those that have ended, the first to end first, when there are so many; asking has the next ones sampled. */
    private static List<Life> lives(TestService service, int many) throws Exception {
        Await.until("a life has ended", () -> service.meter.lives().endedAfter(0).size() >= many);
        return service.meter.lives().endedAfter(0);
    }

    private interface Watch {
        void of(Mode mode, TestService service, RawClient client) throws Exception;
    }

    private static void inEachMode(Watch watch) throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, Settings.DEFAULTS)) {
                lives(service, 0);
                try (RawClient client = service.connect()) {
                    watch.of(mode, service, client);
                }
            }
        });
    }

    /** The mode decides who has a request that waits. */
    @Test
    void aRequestIsToldFromTheQueueToTheAnswerWithItsThreads() throws Exception {
        inEachMode((mode, service, client) -> {
            client.get("/meetings");
            client.get("/meetings");
            List<Life> lives = lives(service, 2);
            assertEquals("queued", names(lives.getFirst()).getFirst(), "a new connection");
            assertEquals(MEETINGS, names(lives.getFirst()).stream().skip(1).toList());
            List<String> again = names(lives.getLast());
            assertEquals(mode == Mode.POOL ? "queued" : "read", again.getFirst(), "a kept connection");
            assertEquals(MEETINGS, again.subList(again.indexOf("read"), again.size()));
            assertEquals("/meetings 200", outcome(lives.getLast()));
            ServiceThread kind = mode.isOnVirtualThreads() ? ServiceThread.REQUEST : mode.serving();
            for (Part part : lives.getFirst().parts()) {
                boolean none = part.name().equals("queued")
                        || mode == Mode.ASYNC && !List.of("read", "own", "written").contains(part.name());
                assertTrue(none ? part.thread().isEmpty() : kind.isNameOf(part.thread()), part.toString());
            }
        });
    }

    @Test
    void whatComesBehindAnotherWaitsForItsTurn() throws Exception {
        inEachMode((mode, service, client) -> {
            client.send(RawClient.request("/wait-blocking") + RawClient.request("/computational")).receive();
            client.receive();
            List<Life> lives = lives(service, 2);
            assertEquals(List.of("queued", "read", "own"), names(lives.getFirst()).subList(0, 3));
            assertEquals(List.of("behind", "read", "own", "written"), names(lives.getLast()));
            Part behind = lives.getLast().parts().getFirst();
            assertTrue(behind.to() > 90, "as long as the one before it took: " + behind);
        });
    }

    /** In {@code pool} and {@code loom} it has to come back through the queue. What can only block has a thread. */
    @Test
    void aRequestThatWaitsForATimerHasNoThread() throws Exception {
        inEachMode((mode, service, client) -> {
            client.get("/wait-async");
            List<Part> parts = lives(service, 1).getFirst().parts();
            boolean comesBack = mode.hasThreadPerConnection();
            assertEquals(comesBack ? List.of("queued", "read", "own", "own", "queued", "own", "written")
                    : List.of("queued", "read", "own", "own", "written"), parts.stream().map(Part::name).toList());
            assertEquals("", parts.get(3).thread(), "while it waits");
            assertTrue(parts.get(3).to() - parts.get(3).from() > 90, "for 100 ms: " + parts);
            client.get("/synchronized");
            assertTrue(lives(service, 2).getLast().parts().stream().anyMatch(part -> part.to() - part.from() > 90
                    && part.name().equals("own") && !part.thread().isEmpty()), "for 100 ms");
        });
    }

    @Test
    void whatFailsHasALifeTooAndWhoLeaves() throws Exception {
        inEachMode((mode, service, client) -> {
            assertEquals(404, service.get("/none?token=secret").status());
            lives(service, 1);      // a life ends a moment after its client has the answer
            assertEquals(400, client.send("no request\r\n\r\n").receive().status());
            List<Life> lives = lives(service, 2);
            assertEquals("/none 404", outcome(lives.getFirst()));
            assertEquals(" 400", outcome(lives.getLast()));
            assertEquals(List.of("read", "own", "written"), names(lives.getLast()).subList(1, 4));
            try (RawClient leaver = service.connect()) {
                leaver.socket.setSoLinger(true, 0);
                leaver.send(RawClient.request("/wait-blocking"));
                Await.until("it is in flight", () -> service.meter.inFlight() == 1);
            }
            assertEquals("/wait-blocking", lives(service, 3).getLast().path());
        });
    }

    /** One thread, which somebody has: the second client is refused. */
    @Test
    void whoIsRefusedInTheQueueWasInItThatLong() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestService service = TestService.inFrontOf(silent.getLocalPort(), Mode.POOL, 1,
                        TestService.waits(QUEUE_MILLIS, QUEUE_MILLIS));
                RawClient _ = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            lives(service, 0);
            assertEquals(503, service.get("/rpc").status());
            Life life = lives(service, 1).getFirst();
            assertEquals(List.of("queued"), names(life));
            assertTrue(life.total() >= QUEUE_MILLIS, "as long as it may be: " + life);
            assertEquals(" 503", outcome(life));
        }
    }
}
