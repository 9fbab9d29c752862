package servicetwo;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CompletableFuture;
import testing.Program;
import testing.Test;

/** What the loop survives, and what it does not. */
class LoopTest {
    /** Without a trace, which would only fill the tests' output. */
    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;

        Thrown(String where) {
            super(where, null, false, false);
        }
    }

    /** Throws whenever it is called, and when it is told of that. */
    private static final class Throwing implements Loop.Handler {
        final CompletableFuture<String> told = new CompletableFuture<>();

        @Override
        public void ready(SelectionKey key) {
            throw new Thrown("in ready");
        }

        @Override
        public void failed(SelectionKey key, Throwable failure) {
            key.cancel();
            told.complete(failure.getMessage());
            throw new Thrown("in failed");
        }

        @Override
        public void tick(long nanoTime) {
            throw new Thrown("in tick");
        }
    }

    @Test
    void whatACallbackThrowsDoesNotEndTheLoop() throws Exception {
        Pipe full = Pipe.open();
        full.sink().write(ByteBuffer.allocate(1));
        Pipe empty = Pipe.open();
        CompletableFuture<String> timer = new CompletableFuture<>();
        try (Loop loop = new Loop(new Lateness())) {
            loop.timers().start(0, () -> {
                throw new Thrown("in a timer");
            });
            loop.timers().start(0, () -> timer.complete("has run"));
            Throwing ready = register(loop, full);
            Throwing quiet = register(loop, empty);
            loop.start();
            assertEquals("in ready", ready.told.get());
            assertEquals("has run", timer.get(), "the timer after the one that threw");
            assertEquals("in tick", quiet.told.get(), "at the first tick, or the second: the other one's comes first");
        }
        full.sink().close();
        empty.sink().close();
    }

    private static Throwing register(Loop loop, Pipe pipe) throws IOException {
        Throwing handler = new Throwing();
        loop.register(pipe.source(), SelectionKey.OP_READ, handler);
        return handler;
    }

    /** A service two without its loop would look alive, and answer nobody. */
    @Test
    void theEndOfTheLoopIsTheEndOfTheProcess() throws Exception {
        try (Program broken = Program.test("service-two", "servicetwo.Broken")) {
            broken.await("service two: thread " + Loop.THREAD + " has ended: ");
            assertEquals(3, broken.exitCode(), "exit code");
        }
    }
}
