package process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run end in order when the JVM is told to: its shutdown thread stops the run, then waits until the main thread,
 * which sees the run end, has printed what there is. That thread closes this.
 */
public final class StopHook implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    /** What may be interrupted. */
    public interface Stop {
        void now() throws InterruptedException;
    }

    private final CountDownLatch done = new CountDownLatch(1);

    /** With what is still to be ended if the main thread does not come to it in time. */
    public StopHook(Stop stop, Runnable lastly) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, lastly), "stop"));
    }

    private void end(Stop stop, Runnable lastly) {
        try {
            if (done.getCount() > 0) {
                stop.now();
                done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the JVM ends now
        } finally {
            lastly.run();
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
