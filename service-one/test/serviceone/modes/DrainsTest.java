package serviceone.modes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.OpenConnections;
import serviceone.server.SocketQueue;
import testing.Await;
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

    @Test
    void aPoolsThreadsEndWhenItStopsAndTellHowManyAreBusy() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch serving = new CountDownLatch(1);
        CountDownLatch served = new CountDownLatch(1);
        SocketQueue queue = new SocketQueue(10, 60_000, System::nanoTime);
        FixedPool pool = new FixedPool(queue, _ -> {
            serving.countDown();
            awaitQuietly(served);
        }, 3, task -> {
            threads.add(new Thread(task));
            return threads.getLast();
        });
        pool.start();
        assertEquals(0, pool.busyThreads(), "busy threads at first");
        OpenConnections connections = new OpenConnections(1, System::nanoTime);
        connections.admit(SocketChannel.open(), new Meter(Mode.POOL).connection(), queue::put);
        serving.await();
        assertEquals(1, pool.busyThreads(), "busy threads while a socket is served");
        served.countDown();
        Await.until("no thread is busy", () -> pool.busyThreads() == 0);
        queue.close();
        pool.close();
        for (Thread each : threads) {
            each.join();
        }
        assertEquals(3, threads.size(), "threads that have ended");
    }

    @Test
    void aPoolsThreadGoesOnAfterARequestsInterruptAndIsNotBusyAfterAFailure() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        SocketQueue queue = new SocketQueue(10, 60_000, System::nanoTime);
        AtomicInteger served = new AtomicInteger();
        FixedPool pool = new FixedPool(queue, _ -> {
            if (served.incrementAndGet() == 2) {
                throw new AssertionError("thrown by the test");
            }
            Thread.currentThread().interrupt();
        }, 1, task -> Thread.ofPlatform().uncaughtExceptionHandler((_, _) -> ended.countDown()).unstarted(task));
        OpenConnections connections = new OpenConnections(2, System::nanoTime);
        for (int i = 0; i < 2; i++) {
            connections.admit(SocketChannel.open(), new Meter(Mode.POOL).connection(), queue::put);
        }
        pool.start();
        ended.await();
        assertEquals(2, served.get(), "sockets served by the one thread");
        assertEquals(0, pool.busyThreads(), "busy threads after a failure");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // does not happen
        }
    }
}
