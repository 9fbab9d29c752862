package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import testing.Test;

/**
 * A stop in the middle of a storm of connections, of which some say nothing and some ask: it must not hang, and what
 * was read must be answered. More of them, by hand: {@code -Dstops=500} in JAVA_TOOL_OPTIONS.
 */
class StopTest {
    private static final int STOPS = Integer.getInteger("stops", 5);
    private static final int CLIENTS = 200;
    private static final int MOST_MILLIS_BEFORE_THE_STOP = 10;

    @Test
    void aStopWhileClientsConnectHangsNowhereAndLosesNothingThatWasRead() throws Exception {
        TestService.inEachMode(mode -> {
            for (int i = 0; i < STOPS; i++) {
                try (TestService service = TestService.start(mode, mode == serviceone.meter.Mode.POOL ? 50 : 1,
                        TestService.patient());
                        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
                    stopInTheMiddle(service, clients);
                }
            }
        });
    }

    private static void stopInTheMiddle(TestService service, ExecutorService clients) throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            boolean asks = i % 2 == 0;
            answers.add(clients.submit(() -> isAnswered(service, asks, begin)));
        }
        begin.countDown();
        TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(1_000 * MOST_MILLIS_BEFORE_THE_STOP));
        Server.Drained drained = service.stop();
        long answered = 0;
        for (Future<Boolean> answer : answers) {
            answered += answer.get() ? 1 : 0;
        }
        assertEquals(0L, drained.cutOff(), "requests cut off");
        assertTrue(drained.millis() < TestService.patient().drainMillis(), "it hung for " + drained.millis() + " ms");
        assertEquals(service.meter.answeredCount(), answered, "answers that arrived, of those that were given");
        assertEquals(0, service.openConnections(), "connections left open");
    }

    /** Whether a whole answer came; nobody answers a client that came too late, or said nothing. */
    private static boolean isAnswered(TestService service, boolean asks, CountDownLatch begin) throws Exception {
        begin.await();
        try (RawClient client = service.connect()) {
            if (!asks) {
                assertTrue(client.isAtEnd(), "an answer to nothing");
                return false;
            }
            return client.get("/rpc").status() == 200;
        } catch (IOException e) {
            return false;      // refused or reset: it was still in the backlog when the service stopped
        }
    }
}
