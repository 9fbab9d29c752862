package serviceone.modes;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import serviceone.meter.Meter.Count;
import serviceone.server.RawClient;
import serviceone.server.ScriptedServer;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;
import testing.Words;

class FixedPoolTest {
    private static final String HEAD = RawClient.request("/rpc").replace("\r\n\r\n",
            "\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    private static final int HOUR_MILLIS = 3_600_000;
    private static final int CLIENTS = 8;
    private static final int QUEUE_MILLIS = 100;
    private static final int MOST_THREADS = 100;
    private static final int REQUEST_MILLIS = 1_000;

    private final SetClock clock = new SetClock();
    private final CountDownLatch go = new CountDownLatch(1);

    private static List<RawClient> connect(TestService service, String bytes) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(service.connect().send(bytes));
        }
        return clients;
    }

    private static void assertAnswered(List<RawClient> clients, String reason) throws IOException {
        for (RawClient each : clients) {
            assertEquals(200, each.receive().status(), reason);
        }
    }

    @Test
    void silentClientsIdleClientsAndPartialRequestsHoldNoThread() throws Exception {
        String request = RawClient.request("/rpc");
        Settings patient = TestService.settings("requestMillis", HOUR_MILLIS, "idleMillis", HOUR_MILLIS);
        try (TestService service = TestService.start(Mode.POOL, 1, patient)) {
            List<RawClient> all = new ArrayList<>(connect(service, ""));
            List<RawClient> half = connect(service, request.substring(0, 30));
            List<RawClient> idle = connect(service, request);
            assertAnswered(idle, "the first request");
            assertEquals(200, service.get("/rpc").status(), "another client, although the pool has only one thread");
            for (RawClient each : half) {
                each.send(request.substring(30));
            }
            assertAnswered(half, "the rest of a partial request");
            all.addAll(idle);
            for (RawClient each : all) {
                each.send(request);
            }
            assertAnswered(all, "a client that was silent or idle");
            all.addAll(half);
            for (RawClient each : all) {
                each.close();
            }
        }
    }

    @Test
    @Slow("starts a program")
    void aPoolThatCannotHaveAllItsThreadsEndsTheProgram() throws Exception {
        if (!Files.exists(Path.of("/proc/self/task"))) {
            return;      // only Linux limits threads
        }
        try (ServerSocket two = new ServerSocket(0); Program one = Program.javaWithThreads(MOST_THREADS, "service-one",
                "serviceone.ServiceOne", "pool", "--threads", "300", "--port", "0", "--admin-port", "0",
                "--service-two", "127.0.0.1:" + two.getLocalPort())) {
            assertEquals(2, one.exitCode(), one.output());
            assertTrue(!one.output().contains("http://"), "it starts: " + one.output());
            assertContains("300", one.standardError());
        }
    }

    @Test
    void thePoolsThreadsMayBeVirtual() throws Exception {
        for (boolean virtual : List.of(true, false)) {
            try (TestService service = TestService.start(Mode.POOL, 1, TestService.settings("virtual", virtual))) {
                assertEquals(virtual, service.get("/trace").body().contains("VirtualThread["), "a virtual thread");
            }
        }
    }

    @Test
    void keptConnectionsAreServedInTheOrderOfTheQueue() throws Exception {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        ScriptedServer.Script script = ScriptedServer.answering(head -> {
            go.await();
            asked.add(head.substring(0, head.indexOf(" HTTP")));
            return ScriptedServer.rightAnswer(head);
        });
        try (TestService service = TestService.scripted(script, Mode.POOL, 1, Settings.DEFAULTS)) {
            List<String> inOrder = new ArrayList<>();
            List<RawClient> kept = connect(service, RawClient.request("/none"));
            for (RawClient each : kept) {
                assertEquals(404, each.receive().status(), "the first request");
            }
            for (int i = 0; i < CLIENTS; i++) {
                int waiting = i;
                kept.get(i).send(RawClient.request("/capabilities").replace(": token", ": user-" + i));
                Await.until("the request waits behind the others", () -> service.meter.inFlight() == 1
                        && service.waiting() == waiting);
                inOrder.add("GET /authenticate?token=user-" + i);
            }
            go.countDown();
            for (RawClient each : kept) {
                RawClient.Reply reply = each.receive();
                assertTrue(reply.status() == 200 && !reply.closes(), "the connection stays open: " + reply.head());
                each.close();
            }
            assertEquals(inOrder, asked.stream().filter(each -> each.contains("token=")).toList());
        }
    }

    /** A kept connection enters the queue again for each request, so it can be refused, too. */
    @Test
    void aSocketThatWaitsTooLongInTheQueueIsRefused() throws Exception {
        try (TestService service = TestService.scripted(ScriptedServer.answeringAfter(go), Mode.POOL, 1,
                        TestService.settings("queueMillis", QUEUE_MILLIS, "clock", clock));
                RawClient kept = service.connect()) {
            assertEquals(404, kept.get("/none").status(), "the first request on the kept connection");
            try (RawClient first = occupyTheThread(service);
                    RawClient fresh = service.connect().send(RawClient.request("/rpc"))) {
                service.meter.lives().watch();
                kept.send(RawClient.request("/rpc"));
                Await.until("both wait", () -> service.waiting() == 2);
                clock.move(1);
                try (RawClient later = service.connect().send(RawClient.request("/none"))) {
                    Await.until("another waits, too", () -> service.waiting() == 3);
                    clock.move(QUEUE_MILLIS - 1);
                    for (RawClient late : List.of(fresh, kept)) {
                        RawClient.Reply refusal = late.receive();
                        assertEquals(503, refusal.status());
                        assertContains("\r\nRetry-After: 1\r\n", refusal.head());
                        assertTrue(refusal.closes() && late.isAtEnd(), "the refused connection ends");
                        Words.assertSame("server", "too long in the queue", refusal.body());
                    }
                    assertEquals(1, service.waiting(), "clients that have waited for a millisecond less");
                    assertEquals(2L, service.meter.get(Count.REFUSED), "refused");
                    for (Life life : service.meter.lives().changedAfter(0)) {
                        assertEquals(List.of(new Part("queued", 0, QUEUE_MILLIS, "")), life.parts(), "" + life);
                    }
                    go.countDown();
                    assertEquals(200, first.receive().status(), "the request on the only thread");
                    assertEquals(404, later.receive().status(), "the client that waited");
                }
            }
        }
    }

    private static RawClient occupyTheThread(TestService service) throws Exception {
        RawClient client = service.connect().send(RawClient.request("/rpc"));
        Await.until("the only thread is busy", () -> service.meter.inFlight() == 1);
        return client;
    }

    /** The time in the queue is the service's, so the client still has its whole time for the body. */
    @Test
    void aRequestThatWaitedInTheQueueHasItsWholeTimeForItsBody() throws Exception {
        try (TestService service = TestService.scripted(ScriptedServer.answeringAfter(go), Mode.POOL, 1,
                        TestService.settings("requestMillis", REQUEST_MILLIS, "clock", clock));
                RawClient kept = service.connect()) {
            assertEquals(404, kept.get("/none").status(), "the first request on the kept connection");
            try (RawClient first = occupyTheThread(service); RawClient fresh = service.connect().send(HEAD)) {
                kept.send(HEAD);
                Await.until("both requests wait in the queue", () -> service.waiting() == 2);
                clock.move(REQUEST_MILLIS);
                go.countDown();
                for (RawClient each : List.of(fresh, kept)) {
                    assertContains("HTTP/1.1 100 ", each.receiveHead());
                }
                clock.move(REQUEST_MILLIS - 1);
                for (RawClient each : List.of(fresh, kept)) {
                    assertEquals(200, each.send("hello").receive().status(), "after the body");
                }
                assertEquals(200, first.receive().status(), "the request that held the thread");
            }
        }
    }

    /** Otherwise, many clients that never pause could stretch one another's time. What has come in time counts. */
    @Test
    void aRequestThatHasBegunKeepsItsDeadlineInTheQueue() throws Exception {
        try (TestService service = TestService.scripted(ScriptedServer.answeringAfter(go), Mode.POOL, 1,
                        TestService.settings("requestMillis", REQUEST_MILLIS, "clock", clock));
                RawClient half = service.connect().send(HEAD); RawClient whole = service.connect().send(HEAD)) {
            for (RawClient each : List.of(half, whole)) {
                assertContains("HTTP/1.1 100 ", each.receiveHead());
            }
            try (RawClient first = occupyTheThread(service)) {
                half.send("hell");
                whole.send("hello");
                Await.until("both wait in the queue", () -> service.waiting() == 2);
                clock.move(REQUEST_MILLIS);
                go.countDown();
                assertEquals(200, first.receive().status(), "the request that held the thread");
                assertEquals(408, half.receive().status(), "a part of the body");
                assertEquals(200, whole.receive().status(), "the whole body");
            }
        }
    }
}
