package common.io;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import testing.Test;

class EventLoopTest implements AutoCloseable {
    private final EventLoop loop;

    /** Held, because the logging system only holds it weakly. What is thrown here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(EventLoop.class.getName());

    EventLoopTest() throws Exception {
        LOG.setLevel(Level.OFF);
        loop = new EventLoop(Thread.ofPlatform().name("loop")).start();
    }

    @Override
    public void close() {
        loop.close();
        LOG.setLevel(null);
    }

    private interface Failing {
        void fail();
    }

    private static void overflow() {
        overflow();
    }

    /** Errors too: a stack that overflows in one connection's callback is no reason to drop all others. */
    @Test
    void survivesWhateverATaskThrows() throws Exception {
        for (Failing each : new Failing[] {() -> { throw new IllegalStateException("a task"); },
                EventLoopTest::overflow, () -> { throw new AssertionError("an error"); }}) {
            loop.execute(each::fail);
        }
        assertEquals("alive", answer());
    }

    @Test
    void survivesWhateverATimerThrows() throws Exception {
        CompletableFuture<String> later = new CompletableFuture<>();
        loop.execute(() -> {
            loop.schedule(1, () -> { throw new IllegalStateException("a timer"); });
            loop.schedule(2, () -> later.complete("ran"));
        });
        assertEquals("ran", later.get(30, TimeUnit.SECONDS));
    }

    @Test
    void survivesWhateverAHandlerThrowsTwice() throws Exception {
        Pipe pipe = Pipe.open();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        pipe.source().configureBlocking(false);
        loop.execute(() -> {
            try {
                loop.register(pipe.source(), SelectionKey.OP_READ, handler(pipe, told));
            } catch (IOException e) {
                told.completeExceptionally(e);
            }
        });
        pipe.sink().write(ByteBuffer.allocate(1));
        assertEquals("ready", told.get(30, TimeUnit.SECONDS).getMessage());
        assertEquals("alive", answer());
        pipe.sink().close();
    }

    private static EventLoop.Handler handler(Pipe pipe, CompletableFuture<Throwable> told) {
        return new EventLoop.Handler() {
            @Override
            public void ready(SelectionKey key) {
                throw new IllegalStateException("ready");
            }

            @Override
            public void failed(Throwable failure) {
                told.complete(failure);
                try {
                    pipe.source().close();
                } catch (IOException e) {
                    told.completeExceptionally(e);
                }
                throw new IllegalStateException("even being told");
            }
        };
    }

    /** A loop that cannot select any more would spin, and serve nobody. */
    @Test
    void endsByAnExceptionWhenItsSelectorFails() throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        EventLoop failing = new EventLoop(Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> end.complete(e)));
        failing.execute(() -> {
            try {
                failing.register(pipe.source(), SelectionKey.OP_READ, handler(pipe, end)).selector().close();
            } catch (IOException e) {
                end.completeExceptionally(e);
            }
        });
        failing.start();
        assertEquals("the selector failed", end.get(30, TimeUnit.SECONDS).getMessage());
        pipe.sink().close();
        pipe.source().close();
    }

    @Test
    void timersRunInTheOrderOfTheirTimesAndNotBefore() {
        Timers timers = new Timers(_ -> { });
        StringBuilder order = new StringBuilder();
        timers.start(30_000_000_000L, () -> order.append('c'));
        timers.start(20_000_000_000L, () -> order.append('b'));
        timers.start(10_000_000_000L, () -> order.append('x')).cancel();
        timers.start(10_000_000_000L, () -> order.append('a'));
        timers.start(90_000_000_000L, () -> order.append('d'));
        timers.runDue(System.nanoTime(), Runnable::run);
        assertEquals("", order.toString(), "none is due");
        timers.runDue(System.nanoTime() + 60_000_000_000L, Runnable::run);
        assertEquals("abc, 1 waits", order + ", " + timers.size() + " waits");
    }

    private String answer() throws Exception {
        CompletableFuture<String> alive = new CompletableFuture<>();
        loop.execute(() -> alive.complete("alive"));
        return alive.get(30, TimeUnit.SECONDS);
    }
}
