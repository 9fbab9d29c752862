package serviceone.modes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.mode.Mode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.server.ClientSocket;
import serviceone.server.OpenConnections;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;
import testing.Await;
import testing.Test;

class DrainsTest {
    /** This field keeps the loggers, which the logging system references only weakly. */
    private static final List<Logger> LOGS = Stream.of(ClientSocket.class, EventLoops.class, FixedPool.class)
            .map(each -> Logger.getLogger(each.getName())).toList();
    private static final int MOST_THREADS = 60;
    private static final int USABLE_THREADS = MOST_THREADS - Settings.SPARED_THREADS;

    private final SocketQueue queue = new SocketQueue(10, 60_000);
    private final AtomicInteger alive = new AtomicInteger();
    private final ThreadFactory limited = task -> {
        if (alive.incrementAndGet() > MOST_THREADS) {
            alive.decrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
        }
        return Thread.ofPlatform().daemon().unstarted(() -> {
            task.run();
            alive.decrementAndGet();
        });
    };

    DrainsTest() {
        LOGS.forEach(each -> each.setLevel(Level.OFF));
    }

    @Test
    void anExhaustedHeapEndsOneConnectionButNotTheDrain() throws Exception {
        OpenConnections connections = new OpenConnections(10);
        Meter meter = new Meter(Mode.LOOM);
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch served = new CountDownLatch(1);
        DrainThread drain = new DrainThread(queue, _ -> {
            if (taken.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Java heap space");
            }
            served.countDown();
        });
        drain.start();
        connections.admit(SocketChannel.open(), meter.connection(), queue::put);
        Await.until("the first connection has returned its permit", () -> connections.size() == 0);
        connections.admit(SocketChannel.open(), meter.connection(), queue::put);
        Await.until("the second connection is served", () -> served.getCount() == 0);
        drain.stop();
    }

    @Test
    void thePoolRunsWithAsManyThreadsAsTheSystemAllows() throws Exception {
        FixedPool pool = new FixedPool(300, new BlockingService(queue, null, Settings.DEFAULTS, null), limited);
        pool.start();
        assertEquals(USABLE_THREADS, alive.get(), "threads that serve");
        pool.stop();
    }

    @Test
    void aPoolThatCannotHaveAllItsThreadsSaysHowManyItGets() throws Exception {
        FixedPool pool = new FixedPool(300, new BlockingService(queue, null, Settings.DEFAULTS, null), limited);
        try {
            assertThrows(Throwable.class, "wanted 300 threads, the system gives " + MOST_THREADS
                    + ": ulimit -u, or the container's pids limit", pool::start);
        } finally {
            pool.stop();
        }
    }

    @Test
    void allBlockingWorkIsDoneEvenIfTheSystemAllowsFewWorkers() throws Exception {
        int tasks = 2 * MOST_THREADS;
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        ServiceTwoAddress two = new ServiceTwoAddress(nobody, "two", 1, 1, new Bulkhead(0));
        EventLoops loops = new EventLoops(1, queue, two, Map.of(), Settings.DEFAULTS, new Meter(Mode.ASYNC),
                new AsyncMeetings(), limited);
        Semaphore go = new Semaphore(0);
        CountDownLatch done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            loops.work(() -> {
                go.acquireUninterruptibly();
                done.countDown();
            });
        }
        go.release(tasks);
        Await.until("all tasks are done", () -> done.getCount() == 0);
        Await.until("threads are left for the acceptor and the JVM", () -> alive.get() == USABLE_THREADS);
        loops.close();
    }
}
