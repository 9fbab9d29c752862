package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

/** A pool has fewer threads than clients: each client gets its turn all the same. */
class FairnessTest {
    @Test
    void idleKeptConnectionsDoNotLockOutTheNextClient() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 3, TestService.patient());
                RawClient a = service.connect(); RawClient b = service.connect(); RawClient c = service.connect()) {
            Await.until("each has a thread", () -> service.openConnections() == 3 && service.waiting() == 0);
            for (RawClient each : List.of(a, b, c)) {
                assertEquals(false, each.get("/rpc").closes(), "kept, as nobody waits");
            }
            assertEquals(200, service.get("/rpc").status(), "the fourth client of three threads");
            assertTrue(a.isAtEnd(), "the connection that was idle the longest was given up");
            assertEquals(200, b.get("/rpc").status(), "and no other");
            assertEquals(200, c.get("/rpc").status(), "and no other");
        }
    }

    @Test
    void connectionsThatSayNothingDoNotLockOutTheNextClient() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 2, TestService.patient());
                RawClient _ = service.connect(); RawClient _ = service.connect()) {
            Await.until("both have a thread", () -> service.openConnections() == 2 && service.waiting() == 0);
            assertEquals(200, service.get("/rpc").status());
            Await.until("one of them was given up", () -> service.openConnections() == 1);
        }
    }

    @Test
    void aConnectionEndsWithItsResponseWhileOthersWait() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, TestService.patient());
                RawClient first = service.connect()) {
            first.send("GET /rpc HTTP/1.1\r\n");
            Await.until("the first is served", () -> service.openConnections() == 1 && service.waiting() == 0);
            try (RawClient second = service.connect()) {
                Await.until("the second waits", () -> service.waiting() == 1);
                assertTrue(first.send("Host: a\r\n\r\n").receive().closes(), "the first makes room");
                assertTrue(first.isAtEnd(), "at once");
                assertEquals(false, second.get("/rpc").closes(), "the second is kept, as nobody waits");
            }
        }
    }

    @Test
    void everyClientGetsItsTurn() throws Exception {
        int clients = 20;
        int requests = 10;
        try (TestService service = TestService.start(Mode.POOL, 2, TestService.patient())) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                tasks.add(() -> getMany(service, requests));
            }
            for (int answered : inParallel(tasks)) {
                assertEquals(requests, answered, "requests of one client");
            }
        }
    }

    /** With the one thread held by each wait, fifty would take 5 s; a margin of ten for a loaded machine. */
    @Test
    void waitingAsyncHoldsNoThreadInAnyMode() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, TestService.patient())) {
                List<Callable<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    tasks.add(() -> service.get("/wait-async").status());
                }
                long start = System.nanoTime();
                for (int status : inParallel(tasks)) {
                    assertEquals(200, status);
                }
                assertTrue(System.nanoTime() - start < 4_000_000_000L, "fifty clients waited at the same time");
            }
        });
    }

    @Test
    void aConnectionThatCameBackThroughTheQueueGoesOn() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, TestService.patient());
                RawClient client = service.connect()) {
            client.send(RawClient.request("/wait-async") + RawClient.request("/rpc"));
            assertEquals("{\"waitedMillis\":100}", client.receive().body());
            assertEquals(200, client.receive().status(), "the pipelined one");
            assertEquals(200, client.get("/wait-async").status(), "and again");
        }
    }

    private static int getMany(TestService service, int requests) throws Exception {
        int answered = 0;
        for (int i = 0; i < requests; i++) {
            answered += service.get("/rpc").status() == 200 ? 1 : 0;
        }
        return answered;
    }

    private static List<Integer> inParallel(List<Callable<Integer>> tasks) throws Exception {
        List<Integer> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> result : executor.invokeAll(tasks)) {
                results.add(result.get());
            }
        }
        return results;
    }
}
