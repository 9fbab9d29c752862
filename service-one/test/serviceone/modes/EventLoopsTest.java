package serviceone.modes;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;
import testing.Await;
import testing.Test;

class EventLoopsTest {
    /** Held, because the logging system only holds it weakly. What is logged here on purpose need not be read. */
    private static final Logger LOG = Logger.getLogger(EventLoops.class.getName());

    /** As in a container with a limit on threads. */
    @Test
    void theWorkersThatCanBeHadDoAllThatBlocks() throws Exception {
        LOG.setLevel(Level.OFF);
        int tasks = 300;
        AtomicInteger alive = new AtomicInteger();
        ThreadFactory factory = task -> {
            if (alive.incrementAndGet() > 60) {
                alive.decrementAndGet();
                throw new OutOfMemoryError("unable to create native thread");
            }
            return Thread.ofPlatform().daemon().unstarted(() -> {
                task.run();
                alive.decrementAndGet();
            });
        };
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        EventLoops loops = new EventLoops(1, new SocketQueue(10, 1_000), new ServiceTwoAddress(nobody, "two", 1, 1,
                new Bulkhead(0)),
                Map.of(), Settings.DEFAULTS, new Meter(Mode.ASYNC), factory);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(tasks);
        AtomicInteger atOnce = new AtomicInteger();
        for (int i = 0; i < tasks; i++) {
            loops.work(() -> {
                atOnce.incrementAndGet();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            });
        }
        go.countDown();
        done.await();
        assertEquals(tasks, atOnce.get(), "tasks done");
        Await.until("some are left to the acceptor and the stop", () -> alive.get() == 60 - Settings.SPARED_THREADS);
        loops.close();
    }
}
