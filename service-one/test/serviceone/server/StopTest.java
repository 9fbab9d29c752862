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
import serviceone.meter.Meter.Count;
import testing.Slow;
import testing.Test;

/**
 * A stop in the middle of a storm of connections, of which some say nothing and some ask: it must not hang, and who had
 * asked before it began is answered or refused, even out of the kernel's backlog (issue 11, row 11). More of them, by
 * hand: {@code -Dstops=500} in JAVA_TOOL_OPTIONS.
 */
@Slow("a storm")
class StopTest {
    private static final int STOPS = Integer.getInteger("stops", 5);
    private static final int CLIENTS = 200;
    private static final int MOST_MILLIS_BEFORE_THE_STOP = 10;
    private static final int NO_ANSWER = 0;

    /**
     * What a client got, and when it had asked for it.
     *
     * @param status  {@link #NO_ANSWER} where there was none
     * @param askedAt as {@link System#nanoTime}; never, if it could not connect or said nothing
     */
    private record Outcome(int status, long askedAt) {
    }

    @Test
    void aStopWhileClientsConnectHangsNowhereAndLosesNothingThatWasRead() throws Exception {
        TestService.inEachMode(mode -> {
            for (int i = 0; i < STOPS; i++) {
                try (TestService service = TestService.start(mode, mode == serviceone.meter.Mode.POOL ? 50 : 1,
                        Settings.DEFAULTS);
                        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
                    stopInTheMiddle(service, clients);
                }
            }
        });
    }

    private static void stopInTheMiddle(TestService service, ExecutorService clients) throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<Outcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            boolean asks = i % 2 == 0;
            outcomes.add(clients.submit(() -> outcome(service, asks, begin)));
        }
        begin.countDown();
        TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextInt(1_000 * MOST_MILLIS_BEFORE_THE_STOP));
        long stop = System.nanoTime();
        GracefulShutdown.Summary summary = service.stop();
        long answered = 0;
        for (Future<Outcome> future : outcomes) {
            Outcome outcome = future.get();
            answered += outcome.status == 200 ? 1 : 0;
            assertTrue(outcome.askedAt > stop || outcome.status == 200 || outcome.status == 503,
                    "asked " + (stop - outcome.askedAt) / 1_000 + " us before the stop, and got " + outcome.status);
        }
        assertEquals(0L, summary.cutOff(), "requests cut off");
        assertTrue(summary.millis() < Settings.DEFAULTS.shutdownMillis(), "it hung for " + summary.millis() + " ms");
        assertEquals(service.meter.get(Count.ANSWERED), answered, "answers that arrived, of those that were given");
        assertEquals(0, service.openConnections(), "connections left open");
    }

    private static Outcome outcome(TestService service, boolean asks, CountDownLatch begin) throws Exception {
        begin.await();
        long askedAt = Long.MAX_VALUE;
        try (RawClient client = service.connect()) {
            if (!asks) {
                assertTrue(client.isAtEnd(), "an answer to nothing");
                return new Outcome(NO_ANSWER, askedAt);
            }
            client.send(RawClient.request("/rpc"));
            askedAt = System.nanoTime();
            return new Outcome(client.receive().status(), askedAt);
        } catch (IOException e) {
            return new Outcome(NO_ANSWER, askedAt);
        }
    }
}
