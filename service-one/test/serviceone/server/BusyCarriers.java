package serviceone.server;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import testing.Await;

/** As many virtual threads that compute as there are carriers, until it is closed: no further one runs. */
final class BusyCarriers implements AutoCloseable {
    private static final int CARRIERS = Runtime.getRuntime().availableProcessors();
    private final AtomicBoolean computing = new AtomicBoolean(true);
    private final AtomicInteger computers = new AtomicInteger();

    BusyCarriers() throws Exception {
        for (int i = 0; i < CARRIERS; i++) {
            Thread.ofVirtual().start(this::compute);
        }
        Await.until("all carriers compute", () -> computers.get() == CARRIERS);
    }

    private void compute() {
        computers.incrementAndGet();
        while (computing.get()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        computing.set(false);
    }
}
