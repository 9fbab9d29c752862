package common.io;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import java.util.logging.Level;
import java.util.logging.Logger;
import testing.Await;
import testing.Test;

class EventLoopTest implements AutoCloseable {
    /**
     * Turned off, because the tests provoke failures. Without this field, the logger and its level could be garbage
     * collected.
     */
    private static final Logger LOG = Logger.getLogger(EventLoop.class.getName());
    private static final long HOUR_MILLIS = 3_600_000;

    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final EventLoop loop;
    private final Pipe pipe = Pipe.open();
    private final AtomicInteger actions = new AtomicInteger();
    private final Deadline deadline;

    EventLoopTest() throws Exception {
        LOG.setLevel(Level.OFF);
        pipe.source().configureBlocking(false);
        loop = new EventLoop(Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> end.complete(e)));
        deadline = new Deadline(loop, actions::incrementAndGet);
    }

    @Override
    public void close() throws IOException {
        loop.close();
        pipe.sink().close();
        pipe.source().close();
        LOG.setLevel(null);
    }

    private static void overflow() {
        overflow();
    }

    /** A stack overflow in one connection's callback must not end the other connections. */
    @Test
    void theLoopSurvivesFailuresOfTasksTimersDeadlinesAndHandlers() throws Exception {
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        CompletableFuture<String> alive = new CompletableFuture<>();
        loop.every(1, () -> { throw new IllegalStateException("a repeated action"); });
        new Deadline(loop, () -> { throw new IllegalStateException("a deadline"); }).set(0);
        loop.execute(() -> { throw new IllegalStateException("a task"); });
        loop.execute(EventLoopTest::overflow);
        loop.execute(() -> { throw new AssertionError("an error"); });
        loop.schedule(1, () -> { throw new IllegalStateException("a timer"); });
        loop.register(pipe.source(), SelectionKey.OP_READ, new Throwing(reported));
        loop.start();
        pipe.sink().write(ByteBuffer.allocate(1));
        assertEquals("ready", reported.get(30, TimeUnit.SECONDS).getMessage());
        loop.execute(() -> loop.schedule(2, () -> alive.complete("alive")));
        assertEquals("alive", alive.get(30, TimeUnit.SECONDS));
    }

    private record Throwing(CompletableFuture<Throwable> reported) implements EventLoop.Handler {
        @Override
        public void ready(SelectionKey key) {
            key.cancel();
            throw new IllegalStateException("ready");
        }

        @Override
        public void failed(Throwable failure) {
            reported.complete(failure);
            throw new IllegalStateException("failed() fails, too");
        }
    }

    /** A loop without a working selector would spin. */
    @Test
    void aFailedSelectorEndsTheLoopWithAnException() throws Exception {
        loop.register(pipe.source(), SelectionKey.OP_READ, new Throwing(end)).selector().close();
        loop.start();
        assertEquals("the selector failed", end.get(30, TimeUnit.SECONDS).getMessage());
    }

    @Test
    void tasksThatAddTasksDoNotDelayTimers() throws Exception {
        CompletableFuture<String> due = new CompletableFuture<>();
        loop.execute(new Runnable() {
            @Override
            public void run() {
                if (!due.isDone()) {
                    loop.execute(this);
                }
            }
        });
        loop.schedule(1, () -> due.complete("due"));
        loop.start();
        assertEquals("due", due.get(30, TimeUnit.SECONDS));
    }

    @Test
    void timersRunInOrderAndNotTooEarly() {
        Timers timers = new Timers();
        StringBuilder order = new StringBuilder();
        long now = System.nanoTime();
        timers.start(now + 30_000_000_000L, () -> order.append('c'));
        timers.start(now + 20_000_000_000L, () -> order.append('b'));
        timers.start(now + 10_000_000_000L, () -> order.append('x')).cancel();
        timers.start(now + 10_000_000_000L, () -> order.append('a'));
        timers.start(now + 90_000_000_000L, () -> order.append('d'));
        timers.runDue(now, Runnable::run);
        assertEquals("", order.toString(), "before any timer is due");
        timers.runDue(now + 60_000_000_000L, Runnable::run);
        assertEquals("abc, 1 waits", order + ", " + timers.size() + " waits");
    }

    /** The loop's thread sets them, so that none passes before all are set. */
    @Test
    void deadlinesActInTheirOrderOnceAndNeverIfTheyWereClearedOrMoved() throws Exception {
        CompletableFuture<Integer> actedBefore = new CompletableFuture<>();
        Deadline cleared = new Deadline(loop, actions::incrementAndGet);
        Deadline later = new Deadline(loop, actions::incrementAndGet);
        Deadline earlier = new Deadline(loop, () -> actedBefore.complete(actions.get()));
        loop.execute(() -> {
            cleared.set(5);
            assertTrue(cleared.clear(), "cleared in time");
            later.set(10);
            later.set(HOUR_MILLIS);
            deadline.set(15);
            earlier.set(HOUR_MILLIS);      // the look is planned
            earlier.set(20);
        });
        loop.start();
        assertEquals(1, actedBefore.get(30, TimeUnit.SECONDS), "actions before the last deadline");
        assertTrue(later.clear(), "a deadline that was moved is still set");
        assertTrue(!deadline.clear() && !earlier.clear(), "a deadline that has acted is not set");
    }

    /** If nothing else happens, the loop wakes for a deadline that another thread sets. */
    @Test
    void aDeadlineWakesAnIdleLoop() throws Exception {
        loop.start();
        for (int i = 1; i <= 20; i++) {
            int expected = i;
            deadline.set(1);
            Await.until("the deadline acts", () -> actions.get() == expected);
        }
    }

    /** If the worker and the loop both ended a step, a late deadline could cut off the next request's answer. */
    @Test
    void eitherTheWorkerOrTheLoopEndsAStepNeverBoth() throws Exception {
        loop.start();
        long end = System.nanoTime() + 5_000_000_000L;      // on a busy machine, a yield takes milliseconds
        int steps = 0;
        int inTime = 0;
        for (; steps < 50_000 && System.nanoTime() < end; steps++) {
            deadline.set(0);
            if (steps % 2 == 0) {
                Thread.yield();      // for the loop
            }
            inTime += deadline.clear() ? 1 : 0;
        }
        int late = steps - inTime;
        Await.until("each late step has ended once", () -> actions.get() == late);
        assertTrue(late > 0 && inTime > 0, "both happened: " + late + " late, " + inTime + " in time");
    }
}
