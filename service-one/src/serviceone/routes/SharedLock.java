package serviceone.routes;

import common.http.Request;
import java.util.concurrent.atomic.AtomicBoolean;

/** One lock for all requests, as a logger has. Each holds it for a millisecond, and computes. */
final class SharedLock {
    private static final long NANOS = 1_000_000;
    private static final AtomicBoolean TAKEN = new AtomicBoolean();

    private SharedLock() {
    }

    /** {@code ?spin=true}: a request that finds it taken tries again and again. */
    static void use(Request request) {
        if (request.parameter("spin").isEmpty()) {
            synchronized (TAKEN) {
                compute();
            }
        } else {
            while (!TAKEN.compareAndSet(false, true)) {
                Thread.yield();
            }
            compute();
            TAKEN.set(false);
        }
    }

    private static void compute() {
        for (long begun = System.nanoTime(); System.nanoTime() - begun < NANOS; ) {
            Thread.onSpinWait();
        }
    }
}
