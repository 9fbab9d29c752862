package serviceone.server;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;
import serviceone.routes.NativeSleep;

/**
 * Occupies all carriers with native calls until it is closed. On a loaded machine, a carrier may stay free. The test is
 * then weaker, but does not fail.
 */
final class BusyCarriers implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 100;

    private volatile boolean held = true;

    BusyCarriers() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        for (int i = Math.max(scheduler.getParallelism(), scheduler.getPoolSize()); i > 0 && occupyOne(); i--) {
            // until no carrier is free
        }
    }

    private boolean occupyOne() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            begun.countDown();
            while (held) {
                NativeSleep.millis(5);
            }
        });
        return begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        held = false;
    }
}
