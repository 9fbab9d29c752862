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
    private static final int QUEUE_MILLIS = 1_000;

    private static List<String> names(Life life) {
        return life.parts().stream().map(Part::name).toList();
    }

    /** Those that have ended, the first to end first, when there are so many; asking has the next ones sampled. */
    private static List<Life> lives(TestService service, int many) throws Exception {
        Await.until("a life has ended", () -> service.meter.lives().endedAfter(0).size() >= many);
        return service.meter.lives().endedAfter(0);
    }

    private static TestService watched(Mode mode) throws Exception {
        TestService service = TestService.start(mode, 1, Settings.DEFAULTS);
        lives(service, 0);
        return service;
    }

    @Test
    void aRequestIsToldFromTheQueueToTheAnswer() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode); RawClient client = service.connect()) {
                client.get("/meetings");
                client.get("/meetings");
                List<Life> lives = lives(service, 2);
                assertEquals("queued", names(lives.getFirst()).getFirst(), "a new connection");
                assertEquals(MEETINGS, names(lives.getFirst()).stream().skip(1).toList());
                List<String> again = names(lives.getLast());
                assertEquals(mode == Mode.POOL ? "queued" : "read", again.getFirst(), "a kept connection");
                assertEquals(MEETINGS, again.subList(again.indexOf("read"), again.size()));
                assertEquals("/meetings 200", lives.getLast().path() + " " + lives.getLast().status());
            }
        });
    }

    /** The service's mode decides who has a request that waits. */
    @Test
    void eachPartNamesItsThread() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode)) {
                service.get("/meetings");
                ServiceThread kind = mode.isOnVirtualThreads() ? ServiceThread.REQUEST : mode.serving();
                for (Part part : lives(service, 1).getFirst().parts()) {
                    boolean none = part.name().equals("queued")
                            || mode == Mode.ASYNC && !List.of("read", "own", "written").contains(part.name());
                    assertTrue(none ? part.thread().isEmpty() : kind.isNameOf(part.thread()), part.toString());
                }
            }
        });
    }

    @Test
    void whatComesBehindAnotherWaitsForItsTurn() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode); RawClient client = service.connect()) {
                client.send(RawClient.request("/wait-blocking") + RawClient.request("/computational")).receive();
                client.receive();
                List<Life> lives = lives(service, 2);
                assertEquals(List.of("queued", "read", "own"), names(lives.getFirst()).subList(0, 3));
                assertEquals(List.of("behind", "read", "own", "written"), names(lives.getLast()));
                Part behind = lives.getLast().parts().getFirst();
                assertTrue(behind.to() > 90, "as long as the one before it took: " + behind);
            }
        });
    }

    /** In {@code pool} the thread is free meanwhile, and the request has to wait for one again. */
    @Test
    void aRequestThatWaitsForATimerHasNoThread() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode)) {
                service.get("/wait-async");
                List<Part> parts = lives(service, 1).getFirst().parts();
                boolean comesBack = mode.hasThreadPerConnection();
                assertEquals(comesBack ? List.of("queued", "read", "own", "own", "queued", "own", "written")
                        : List.of("queued", "read", "own", "own", "written"), parts.stream().map(Part::name).toList());
                assertEquals("", parts.get(3).thread(), "while it waits");
                assertTrue(parts.get(3).to() - parts.get(3).from() > 90, "for 100 ms: " + parts);
            }
        });
    }

    @Test
    void whatCanOnlyBlockHasAThread() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode)) {
                service.get("/synchronized");
                boolean held = lives(service, 1).getFirst().parts().stream().anyMatch(part ->
                        part.to() - part.from() > 90 && part.name().equals("own") && !part.thread().isEmpty());
                assertTrue(held, "for 100 ms: " + lives(service, 1));
            }
        });
    }

    @Test
    void whatFailsHasALifeToo() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode)) {
                assertEquals(404, service.get("/none?token=secret").status());
                try (RawClient client = service.connect()) {
                    assertEquals(400, client.send("no request\r\n\r\n").receive().status());
                }
                List<Life> lives = lives(service, 2);
                assertEquals("/none 404", lives.getFirst().path() + " " + lives.getFirst().status());
                assertEquals(" 400", lives.getLast().path() + " " + lives.getLast().status());
                assertEquals(List.of("queued", "read", "own", "written"), names(lives.getLast()));
            }
        });
    }

    /** The life of a request ends with it, also where nobody is there to take the answer. */
    @Test
    void whoLeavesHasALifeToo() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = watched(mode)) {
                try (RawClient client = service.connect()) {
                    client.socket.setSoLinger(true, 0);
                    client.send(RawClient.request("/wait-blocking"));
                    Await.until("it is in flight", () -> service.meter.inFlight() == 1);
                }
                assertEquals("/wait-blocking", lives(service, 1).getFirst().path());
            }
        });
    }

    /** One thread, which somebody has: the second client is refused. */
    @Test
    void whoIsRefusedInTheQueueWasInItThatLong() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestService service = TestService.inFrontOf(silent.getLocalPort(), Mode.POOL, 1,
                        TestService.waits(QUEUE_MILLIS, QUEUE_MILLIS));
                RawClient first = service.connect()) {
            first.send(RawClient.request("/rpc"));
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            lives(service, 0);
            assertEquals(503, service.get("/rpc").status());
            Life life = lives(service, 1).getFirst();
            assertEquals(List.of("queued"), names(life));
            assertTrue(life.total() >= QUEUE_MILLIS, "as long as it may be: " + life);
            assertEquals(503, life.status());
        }
    }
}
