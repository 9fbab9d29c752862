package common.io;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import java.util.logging.Level;
import java.util.logging.Logger;
import testing.Allocated;
import testing.Test;
import testing.Words;

class EventLoopTest implements AutoCloseable {
    /**
     * Turned off, because the tests provoke failures. Without this field, the logger and its level could be garbage
     * collected.
     */
    private static final Logger LOG = Logger.getLogger(EventLoop.class.getName());
    private static final int HOUR_MILLIS = 3_600_000;
    private static final int STEPS = 2_000;

    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    /** It overflows during the tests, as {@link System#nanoTime} may. */
    private final SetClock clock = new SetClock(Long.MAX_VALUE - 10_000_000);
    private final EventLoop loop = loop(clock);
    private final Pipe pipe = Pipe.open();
    private final AtomicInteger actions = new AtomicInteger();
    private final List<String> acted = new CopyOnWriteArrayList<>();

    EventLoopTest() throws Exception {
        LOG.setLevel(Level.OFF);
        pipe.source().configureBlocking(false);
    }

    private EventLoop loop(Clock clock) throws IOException {
        return new EventLoop(Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> end.complete(e)), clock);
    }

    @Override
    public void close() throws IOException {
        loop.close();
        pipe.sink().close();
        pipe.source().close();
        LOG.setLevel(null);
    }

    private <T> T onLoop(Callable<T> question) throws Exception {
        FutureTask<T> task = new FutureTask<>(question);
        loop.execute(task);
        return task.get(30, TimeUnit.SECONDS);
    }

    /** Returns when the loop has run all timers that are due. */
    private void move(long millis) throws Exception {
        clock.move(millis);
        CountDownLatch timersRun = new CountDownLatch(1);
        loop.execute(() -> loop.schedule(0, timersRun::countDown));
        timersRun.await();
        onLoop(() -> true);      // so the last of these timers has ended, too
    }

    private Deadline deadline(String name) {
        return new Deadline(loop, () -> acted.add(name));
    }

    private static void overflow() {
        overflow();
    }

    /** A stack overflow in one connection's callback must not end the other connections. */
    @Test
    void theLoopSurvivesFailuresOfTasksTimersDeadlinesAndHandlers() throws Exception {
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        loop.every(1, () -> {
            acted.add("again");
            throw new IllegalStateException("a repeated action");
        });
        new Deadline(loop, () -> { throw new IllegalStateException("a deadline"); }).set(0);
        loop.execute(() -> { throw new IllegalStateException("a task"); });
        loop.execute(EventLoopTest::overflow);
        loop.execute(() -> { throw new AssertionError("an error"); });
        loop.schedule(1, () -> { throw new IllegalStateException("a timer"); });
        loop.register(pipe.source(), SelectionKey.OP_READ, new Throwing(reported));
        loop.start();
        pipe.sink().write(ByteBuffer.allocate(1));
        assertEquals("ready", reported.get(30, TimeUnit.SECONDS).getMessage());
        move(1);
        move(1);
        assertEquals(List.of("again", "again"), acted, "after two milliseconds");
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
        Throwable failure = end.get(30, TimeUnit.SECONDS);
        assertEquals(ClosedSelectorException.class, failure.getCause().getClass());
        Words.assertSame("server", "the selector of an event loop fails", failure.getMessage());
    }

    @Test
    void aClosedLoopRunsItsTasksClosesItsChannelsAndEnds() throws Exception {
        loop.register(pipe.source(), SelectionKey.OP_READ, new Throwing(end));
        assertEquals(1, loop.size(), "channels");
        loop.start();
        loop.execute(() -> {
            loop.close();
            loop.execute(() -> acted.add("the last task"));
        });
        loop.awaitEnd();
        assertEquals(List.of("the last task"), acted);
        assertTrue(!pipe.source().isOpen(), "its channel is closed");
    }

    @Test
    void tasksRunOnTheLoopAndDoNotDelayTimers() throws Exception {
        CompletableFuture<Boolean> due = new CompletableFuture<>();
        loop.execute(new Runnable() {
            @Override
            public void run() {
                if (!due.isDone()) {
                    loop.execute(this);
                }
            }
        });
        loop.schedule(0, () -> due.complete(loop.isCurrent()));
        loop.start();
        assertEquals(true, due.get(30, TimeUnit.SECONDS), "on the loop's thread");
        assertTrue(!loop.isCurrent(), "the test runs on another thread");
    }

    @Test
    void anInterestIsSetOnceAndOnlyWhileTheKeyIsValid() throws Exception {
        SelectionKey key = loop.register(pipe.source(), SelectionKey.OP_READ, null);
        for (boolean isOn : List.of(true, false, false, true)) {
            EventLoop.setInterest(SelectionKey.OP_READ, isOn, key);
            assertEquals(isOn ? SelectionKey.OP_READ : 0, key.interestOps(), "interest: " + isOn);
        }
        key.cancel();
        EventLoop.setInterest(SelectionKey.OP_READ, false, key);
    }

    @Test
    void timersRunInOrderAndNotTooEarly() {
        Timers timers = new Timers();
        StringBuilder order = new StringBuilder();
        long now = Long.MAX_VALUE - 15;
        timers.start(now + 30, () -> order.append('c'));
        timers.start(now + 20, () -> order.append('b'));
        timers.start(now + 10, () -> order.append('x')).cancel();
        timers.start(now + 10, () -> {
            order.append('a');
            timers.start(now, () -> order.append('B'));
        });
        timers.start(now + 61, () -> order.append('d'));
        timers.runDue(now + 9, Runnable::run);
        assertEquals("", order.toString(), "before any timer is due");
        timers.runDue(now + 60, Runnable::run);
        assertEquals("aBbc, 1 waits", order + ", " + timers.size() + " waits");
    }

    @Test
    void theLoopSleepsUntilItsFirstTimerIsDue() {
        Timers timers = new Timers();
        assertEquals(1_000L, timers.millisToFirst(7, 1_000), "without a timer");
        timers.start(5_000_000, () -> { });
        long[][] nowAndMillis = {{0, 5}, {1, 5}, {1_000_000, 4}, {4_999_999, 1}, {5_000_000, 0}, {9_000_000, 0}};
        for (long[] row : nowAndMillis) {
            assertEquals(row[1], timers.millisToFirst(row[0], 1_000), "rounded up, " + row[0] + " ns");
        }
        assertEquals(3L, timers.millisToFirst(0, 3), "at most");
    }

    @Test
    void cancelledTimersAreForgottenWhenTheyAreMoreThanHalf() {
        Timers timers = new Timers();
        List<Timers.Timer> started = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            started.add(timers.start(i * 1_000_000, actions::incrementAndGet));
        }
        for (int cancelled = 1; cancelled <= 3; cancelled++) {
            started.get(cancelled - 1).cancel();
            started.get(cancelled - 1).cancel();
            assertEquals(4 - cancelled, timers.size(), "timers without the cancelled ones");
            assertEquals(cancelled > 2 ? 3L : 0L, timers.millisToFirst(0, 9), "cancelled timers stay up to a half");
        }
        timers.runDue(3_000_000, Runnable::run);
        started.getLast().cancel();
        assertEquals("1 action, 0 wait", actions + " action, " + timers.size() + " wait");
    }

    @Test
    void deadlinesActAtTheirMomentOnceAndNeverIfTheyWereClearedDroppedOrMoved() throws Exception {
        loop.start();
        Deadline cleared = deadline("cleared");
        Deadline dropped = deadline("dropped");
        Deadline moved = deadline("moved");
        Deadline kept = deadline("kept");
        Deadline sooner = deadline("sooner");
        for (Deadline each : List.of(cleared, dropped, moved)) {
            each.set(5);
        }
        sooner.set(HOUR_MILLIS);      // the look is planned
        sooner.set(20);
        kept.set(15);
        assertTrue(cleared.clear() && !cleared.clear(), "cleared in time, once");
        dropped.drop();
        moved.set(HOUR_MILLIS);
        clock.moveNanos(-1);
        move(15);
        assertEquals(List.of(), acted, "a nanosecond before the first");
        clock.moveNanos(1);
        move(0);
        assertEquals(List.of("kept"), acted, "at 15 ms");
        move(5);
        assertEquals(List.of("kept", "sooner"), acted, "at 20 ms");
        assertTrue(!kept.clear() && !sooner.clear() && moved.clear(), "only one that has not acted is still set");
        move(2L * HOUR_MILLIS);
        kept.set(1);
        move(1);
        assertEquals(List.of("kept", "sooner", "kept"), acted, "set again");
    }

    /** Such as a request's ten seconds after half a minute for an idle client. */
    @Test
    void aShorterStepAfterALongOneNeedsNoNewTimer() throws Exception {
        loop.start();
        Deadline deadline = deadline("the shorter step");
        long bytes = onLoop(() -> {
            deadline.set(30_000);
            long before = Allocated.bytes();
            deadline.set(10_000);
            return Allocated.bytes() - before;
        });
        assertEquals(0L, bytes, "bytes");
        move(9_999);
        assertEquals(List.of(), acted, "before its moment");
        move(1);
        assertEquals(List.of("the shorter step"), acted);
    }

    /** With the real clock. If nothing else happens, the loop wakes for a deadline that another thread sets. */
    @Test
    void aDeadlineWakesAnIdleLoop() throws Exception {
        try (EventLoop real = loop(Clock.SYSTEM).start()) {
            Semaphore passed = new Semaphore(0);
            Deadline deadline = new Deadline(real, passed::release);
            for (int i = 1; i <= 20; i++) {
                long begun = System.nanoTime();
                deadline.set(1);
                assertTrue(passed.tryAcquire(30, TimeUnit.SECONDS), "it acts");
                assertTrue(System.nanoTime() - begun >= 1_000_000, "not too early");
            }
        }
    }

    /** If the worker and the loop both ended a step, a late deadline could cut off the next request's answer. */
    @Test
    void eitherTheWorkerOrTheLoopEndsAStepNeverBoth() throws Exception {
        loop.start();
        Deadline deadline = new Deadline(loop, actions::incrementAndGet);
        int steps = 0;
        int inTime = 0;
        while (steps < STEPS || inTime == 0 || inTime == steps) {
            deadline.set(0);
            if (steps % 2 == 0) {
                Thread.yield();      // for the loop
            }
            inTime += deadline.clear() ? 1 : 0;
            steps++;
        }
        move(0);
        assertEquals(steps - inTime, actions.get(), "late steps, each ended once");
    }
}
