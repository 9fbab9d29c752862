package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
import testing.Carriers;
import testing.Slow;
import testing.Test;

/**
 * Prints how long steps with a limit of 100 ms really take. On an idle machine, 95 of 100 should take 100 to 150 ms.
 * Only the median is checked, with a tolerance for a loaded machine.
 */
class DeadlineAccuracyTest {
    private static final int LIMIT_MILLIS = 100;
    private static final int TOLERATED_MILLIS = 250;
    private static final int LONG_MILLIS = 60_000;
    private static final int CLIENTS = 100;
    private static final int PAUSE_MILLIS = 31;      // no divisor of a likely tick

    private interface Step {
        /** Returns when the service has ended the step: the moment in nanoseconds when the step's time began. */
        long end(TestService service) throws Exception;
    }

    private static long idle(TestService service) throws Exception {
        try (RawClient client = service.connect()) {
            assertEquals(404, client.get("/none").status());
            long start = System.nanoTime();
            assertTrue(client.isAtEnd(), "the idle connection ends");
            return start;
        }
    }

    private static long partial(TestService service) throws Exception {
        long start = System.nanoTime();
        try (RawClient client = service.connect()) {
            assertEquals(408, client.send("GET / HTTP/1.1\r\n").receive().status());
            return start;
        }
    }

    private static long call(TestService service) throws Exception {
        try (RawClient client = service.connect()) {
            long start = System.nanoTime();
            assertEquals(504, client.get("/rpc").status());
            return start;
        }
    }

    private static long elapsedMillis(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static void measure(Mode mode, String what, TestService service, Step step) throws Exception {
        List<FutureTask<Long>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new FutureTask<>(() -> elapsedMillis(step.end(service))));
            Thread.ofPlatform().daemon().start(clients.getLast());
            Thread.sleep(PAUSE_MILLIS);
        }
        List<Long> millis = new ArrayList<>();
        for (FutureTask<Long> each : clients) {
            millis.add(each.get());
        }
        millis.sort(null);
        String figures = "%s, %s: median %d ms, 95th %d ms, worst %d ms".formatted(mode, what,
                millis.get(CLIENTS / 2), millis.get(CLIENTS * 95 / 100 - 1), millis.getLast());
        System.out.println(figures);
        assertTrue(millis.get(CLIENTS / 2) <= TOLERATED_MILLIS, figures);
    }

    @Test
    @Slow("measures, and takes ten seconds")
    void aLimitOf100MillisEndsSoonAfterIt() throws Exception {
        try (Carriers _ = Carriers.take()) {
            Settings shortIdle = TestService.settings("requestMillis", LONG_MILLIS, "idleMillis", LIMIT_MILLIS);
            Settings shortRequests = TestService.settings("requestMillis", LIMIT_MILLIS);
            CountDownLatch never = new CountDownLatch(1);
            TestService.inEachMode(mode -> {
                try (TestService service = TestService.start(mode, shortIdle)) {
                    measure(mode, "idle", service, DeadlineAccuracyTest::idle);
                }
                try (TestService service = TestService.start(mode, shortRequests)) {
                    measure(mode, "408", service, DeadlineAccuracyTest::partial);
                }
                try (ScriptedServer two = new ScriptedServer(ScriptedServer.answeringAfter(never));
                        TestService service = TestService.withServiceTwoAt(two.port(), mode, LIMIT_MILLIS)) {
                    measure(mode, "504", service, DeadlineAccuracyTest::call);
                }
            });
            never.countDown();
        }
    }
}
