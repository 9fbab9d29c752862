package common.io;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
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
    private final Deadline deadline = new Deadline(actions::incrementAndGet);

    EventLoopTest() throws Exception {
        LOG.setLevel(Level.OFF);
        pipe.source().configureBlocking(false);
        loop = new EventLoop(Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> end.complete(e)));
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
    void theLoopSurvivesFailuresOfTasksTimersChoresAndHandlers() throws Exception {
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        CompletableFuture<String> alive = new CompletableFuture<>();
        loop.addChore(() -> { throw new IllegalStateException("a chore"); });
        loop.watch(new Deadline(() -> { throw new IllegalStateException("a deadline"); }));
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
        Timers timers = new Timers(_ -> { });
        StringBuilder order = new StringBuilder();
        timers.start(30_000_000_000L, () -> order.append('c'));
        timers.start(20_000_000_000L, () -> order.append('b'));
        timers.start(10_000_000_000L, () -> order.append('x')).cancel();
        timers.start(10_000_000_000L, () -> order.append('a'));
        timers.start(90_000_000_000L, () -> order.append('d'));
        timers.runDue(System.nanoTime(), Runnable::run);
        assertEquals("", order.toString(), "before any timer is due");
        timers.runDue(System.nanoTime() + 60_000_000_000L, Runnable::run);
        assertEquals("abc, 1 waits", order + ", " + timers.size() + " waits");
    }

    @Test
    void aDeadlineActsOnceAfterItsTimeAndNeverIfItWasCleared() {
        deadline.set(HOUR_MILLIS);
        deadline.check(System.nanoTime());
        assertEquals("true 0", deadline.clear() + " " + actions, "cleared in time");
        deadline.check(System.nanoTime() + 2 * HOUR_MILLIS * 1_000_000);
        assertEquals("false 0", deadline.hasPassed() + " " + actions, "late, but cleared");
        deadline.set(0);
        deadline.check(System.nanoTime());
        deadline.check(System.nanoTime());
        assertEquals("true 1 false", deadline.hasPassed() + " " + actions + " " + deadline.clear(), "late");
    }

    /** If the worker and the check both ended a step, a late deadline could cut off the next request's answer. */
    @Test
    void eitherTheWorkerOrTheCheckEndsAStepNeverBoth() throws Exception {
        AtomicBoolean working = new AtomicBoolean(true);
        Thread checker = Thread.ofPlatform().start(() -> {
            while (working.get()) {
                deadline.check(System.nanoTime());
            }
        });
        int steps = 50_000;
        int inTime = 0;
        for (int i = 0; i < steps; i++) {
            deadline.set(0);
            inTime += deadline.clear() ? 1 : 0;
        }
        working.set(false);
        checker.join();
        assertEquals(steps, inTime + actions.get(), "each step ended once");
    }
}
