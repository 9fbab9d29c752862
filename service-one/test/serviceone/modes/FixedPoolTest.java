package serviceone.modes;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.meter.Meter.Count;
import serviceone.meter.Mode;
import serviceone.server.RawClient;
import serviceone.server.ScriptedServer;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;
import serviceone.server.TestService;
import testing.Await;
import testing.Test;

/** A pool has fewer threads than clients: it waits for none of them, and each gets its turn. */
class FixedPoolTest {
    private static final int HOUR = 3_600_000;
    private static final String HALF = "GET /rpc HTTP/1.1\r\nHost: a\r\nA: ";
    /** Held, because the logging system only holds it weakly. What is logged here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(FixedPool.class.getName());

    private final CountDownLatch go = new CountDownLatch(1);

    private static List<RawClient> connect(int number, TestService service, String bytes) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            clients.add(service.connect().send(bytes));
        }
        return clients;
    }

    @Test
    void silentIdleAndHalfRequestsHoldNoThread() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, TestService.times(HOUR, HOUR, HOUR))) {
            List<RawClient> silent = connect(20, service, "");
            List<RawClient> half = connect(20, service, HALF);
            List<RawClient> idle = connect(20, service, RawClient.request("/rpc"));
            for (RawClient each : idle) {
                assertEquals(200, each.receive().status(), "the first request");
            }
            assertEquals(200, service.get("/rpc").status(), "the sixty-first client of one thread");
            for (RawClient each : half) {
                assertEquals(200, each.send("b\r\n\r\n").receive().status(), "the rest of a half request");
            }
            for (RawClient each : silent) {
                assertEquals(200, each.get("/rpc").status(), "a client that speaks at last");
            }
            for (RawClient each : idle) {
                assertEquals(200, each.get("/rpc").status(), "a second request");
                each.close();
            }
        }
    }

    /** Their second requests, so that all have come back through the poller. */
    @Test
    void keptConnectionsAreServedInTheOrderOfTheQueue() throws Exception {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        ScriptedServer.Script script = (exchange, _) -> {
            while (true) {
                String head = exchange.receive();
                go.await();
                asked.add(head.substring(0, head.indexOf(" HTTP")));
                exchange.send(ScriptedServer.ok(ScriptedServer.answerTo(head)));
            }
        };
        try (ScriptedServer two = new ScriptedServer(script);
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1)) {
            List<RawClient> kept = connect(20, service, RawClient.request("/none"));
            for (RawClient each : kept) {
                assertEquals(404, each.receive().status(), "the first request");
            }
            for (int i = 0; i < kept.size(); i++) {
                int waiting = i;
                kept.get(i).send(RawClient.request("/capabilities").replace(": token", ": user-" + i));
                Await.until("it waits behind the others", () -> service.meter.inFlight() == 1
                        && service.waiting() == waiting);
            }
            go.countDown();
            List<String> inOrder = new ArrayList<>();
            for (int i = 0; i < kept.size(); i++) {
                RawClient.Reply reply = kept.get(i).receive();
                assertTrue(reply.status() == 200 && !reply.closes(), "kept: " + reply.head());
                inOrder.add("GET /authenticate?token=user-" + i);
            }
            assertEquals(inOrder, asked.stream().filter(each -> each.contains("token=")).toList());
        }
    }

    /** A kept connection comes back through the queue with each request, so it can be too late there as well. */
    @Test
    void whoWaitsTooLongInTheQueueIsRefused() throws Exception {
        try (ScriptedServer two = new ScriptedServer(ScriptedServer.answeringAfter(go));
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, TestService.waits(300, 1_000));
                RawClient kept = service.connect(); RawClient first = service.connect()) {
            assertEquals(404, kept.get("/none").status(), "its first request");
            first.send(RawClient.request("/rpc"));
            Await.until("the thread is busy", () -> service.meter.inFlight() == 1);
            try (RawClient behind = service.connect()) {
                for (RawClient late : List.of(behind, kept)) {
                    RawClient.Reply refusal = late.get("/rpc");
                    assertEquals(503, refusal.status());
                    assertContains("\r\nRetry-After: 1\r\n", refusal.head());
                    assertTrue(refusal.closes() && late.isAtEnd(), "and the connection ends");
                }
            }
            assertEquals(2L, service.meter.get(Count.REFUSED), "refused");
            go.countDown();
            assertEquals(200, first.receive().status(), "who has the thread");
        }
    }

    /** As in a container with a limit on threads. */
    @Test
    void theThreadsThatCanBeHadServe() throws Exception {
        LOG.setLevel(Level.OFF);
        AtomicInteger made = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        ThreadFactory factory = task -> {
            if (made.incrementAndGet() > 60) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            Thread thread = Thread.ofPlatform().daemon().unstarted(task);
            threads.add(thread);
            return thread;
        };
        BlockingService service = new BlockingService(new SocketQueue(10, HOUR), null, Settings.DEFAULTS, null);
        FixedPool pool = new FixedPool(300, service, factory);
        pool.start();
        assertEquals(61, made.get(), "threads asked for");
        long alive = threads.stream().filter(Thread::isAlive).count();
        assertTrue(alive >= 30 && alive <= 40, alive + " of 60 serve, and the others are left to the rest of the JVM");
        pool.stop();
    }
}
