package serviceone.server;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;
import serviceone.routes.NativeSleep;

/**
 * Virtual threads that hold all carriers, as if they computed, until it is closed: no further one runs. On a loaded
 * machine a carrier may be overlooked, which makes a test easier and never fails it.
 */
final class BusyCarriers implements AutoCloseable {
    private static final long BEGINS_WITHIN_MILLIS = 100;

    private volatile boolean held = true;

    BusyCarriers() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        for (int i = Math.max(scheduler.getParallelism(), scheduler.getPoolSize()); i > 0 && begins(); i--) {
            // one more carrier is held
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
