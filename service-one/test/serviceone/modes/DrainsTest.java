package serviceone.modes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import serviceone.server.SocketQueue;
import testing.Test;
import testing.Words;

class DrainsTest {
    private static final int MOST_THREADS = 57;

    @Test
    void aPoolThatCannotHaveAllItsThreadsDoesNotStart() throws IOException {
        AtomicInteger started = new AtomicInteger();
        ThreadFactory limited = task -> new Thread(task) {
            @Override
            public void start() {
                if (started.incrementAndGet() > MOST_THREADS) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        };
        SocketQueue queue = new SocketQueue(10, 60_000, System::nanoTime);
        queue.close();
        FixedPool pool = new FixedPool(queue, _ -> { }, 300, limited);
        IOException failure = assertThrows(IOException.class, pool::start);
        assertEquals(MOST_THREADS + 1, started.get(), "threads tried");
        Words.assertSame("server", "a pool gets too few threads", failure.getMessage());
        pool.stop();
    }
}
