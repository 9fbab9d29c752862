package serviceone.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads that compute on all carriers, however many there are now, until it is closed: no further one runs. On
 * a loaded machine a carrier may be overlooked, which makes a test easier and never fails it.
 */
final class BusyCarriers implements AutoCloseable {
    private static final long BEGINS_WITHIN_MILLIS = 500;

    private volatile boolean computing = true;

    BusyCarriers() throws InterruptedException {
        while (begins()) {
            // one more carrier computes
        }
    }

    /** Whether one more virtual thread gets a carrier. */
    private boolean begins() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            begun.countDown();
            compute();
        });
        return begun.await(BEGINS_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void compute() {
        while (computing) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        computing = false;
    }
}
