package serviceone.server;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;
import serviceone.routes.NativeSleep;

/**
 * Occupies all carriers with virtual threads until it is closed, as if they computed, so no other virtual thread runs.
 * On a loaded machine it may miss a carrier, which makes a test easier but never fails it.
 */
final class BusyCarriers implements AutoCloseable {
    private static final long BEGINS_WITHIN_MILLIS = 100;

    private volatile boolean held = true;

    BusyCarriers() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        for (int i = Math.max(scheduler.getParallelism(), scheduler.getPoolSize()); i > 0 && begins(); i--) {
            // one more carrier is busy
        }
    }

    /** Whether one more virtual thread gets a carrier. */
    private boolean begins() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            begun.countDown();
            while (held) {
                NativeSleep.millis(5);
            }
        });
        return begun.await(BEGINS_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        held = false;
    }
}
