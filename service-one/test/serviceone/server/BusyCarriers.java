package serviceone.server;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.management.VirtualThreadSchedulerMXBean;
import serviceone.routes.NativeSleep;
import testing.Await;

/** Occupies all carriers with native calls until it is closed. Its test must have taken the carriers. */
final class BusyCarriers implements AutoCloseable {
    private final AtomicInteger occupied = new AtomicInteger();
    private volatile boolean held = true;

    BusyCarriers() throws Exception {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        int parallelism = scheduler.getParallelism();
        try {
            // One thread more than carriers: it takes any carrier that the scheduler adds or frees.
            for (int i = Math.max(parallelism, scheduler.getPoolSize()); i >= 0; i--) {
                Thread.ofVirtual().start(this::occupy);
            }
            Await.until("all carriers are occupied", () -> occupied.get() >= parallelism);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void occupy() {
        occupied.incrementAndGet();
        while (held) {
            NativeSleep.millis(5);
        }
    }

    @Override
    public void close() {
        held = false;
    }
}
