package jmeter.serviceone;

import java.io.IOException;

/**
 * Asks service one, while a load goes on, what its requests have to wait; it only knows that of the last ten seconds.
 * Its own virtual thread asks every two seconds and writes what it hears to volatile fields; any thread may read them.
 */
public final class WaitReader implements AutoCloseable {
    private static final int PERIOD_MILLIS = 2_000;
    private static final int TIMEOUT_MILLIS = 10_000;      // a pool answers its own port when it has a thread free

    private final ServiceOne serviceOne;
    private final int periodMillis;
    private final Thread thread;
    private volatile boolean answered;
    private volatile double waitSeconds = Double.NaN;

    public WaitReader(ServiceOne serviceOne) {
        this(serviceOne, PERIOD_MILLIS);
    }

    /** Tests cannot wait so long. */
    WaitReader(ServiceOne serviceOne, int periodMillis) {
        this.serviceOne = serviceOne;
        this.periodMillis = periodMillis;
        this.thread = Thread.ofVirtual().name("wait reader").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(periodMillis);
                ask();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // closed
        }
    }

    /** Keeps the last wait that there was: before and after a load none is known, or only that of these questions. */
    private void ask() {
        try {
            double wait = Stats.ask(serviceOne.stats(), TIMEOUT_MILLIS).waitSeconds();
            answered = true;
            waitSeconds = wait > 0 || Double.isNaN(waitSeconds) ? wait : waitSeconds;
        } catch (IOException e) {
            return;      // too busy, or gone; the next time, perhaps
        }
    }

    /** What it has said until now. */
    public Announced announced() {
        return new Announced(answered, waitSeconds, serviceOne.limit());
    }

    /** Its thread ends soon after. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
