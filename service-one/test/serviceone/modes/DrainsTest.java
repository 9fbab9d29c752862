package serviceone.modes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import serviceone.server.SocketQueue;
import testing.Test;

class DrainsTest {
    private static final int MOST_THREADS = 57;

    @Test
    void aPoolThatCannotHaveAllItsThreadsDoesNotStart() {
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
        assertEquals("wanted 300 threads, the system gives 57: ulimit -u, or the container's pids limit",
                assertThrows(IOException.class, pool::start).getMessage());
        pool.stop();
    }
}
