package load;

import java.io.IOException;

/**
 * Asks service one, while a load goes on, what its requests have to wait; it only knows that of the last ten seconds.
 * Its own virtual thread asks every two seconds and writes what it hears to a volatile field, which any thread may
 * read.
 */
public final class WaitReader implements AutoCloseable {
    private static final int PERIOD_MILLIS = 2_000;
    /** After so long, what service one knows of the last ten seconds holds nothing of a load before this one. */
    private static final long WINDOW_NANOS = 11_000_000_000L;
    private static final int TIMEOUT_MILLIS = 10_000;      // a pool answers its own port when it has a thread free

    private final ServiceOne serviceOne;
    private final int periodMillis;
    private final Thread thread;
    private final long begun = System.nanoTime();
    private volatile Announced announced;

    public WaitReader(ServiceOne serviceOne) {
        this(serviceOne, PERIOD_MILLIS);
    }

    /** Tests cannot wait so long. */
    WaitReader(ServiceOne serviceOne, int periodMillis) {
        this.serviceOne = serviceOne;
        this.periodMillis = periodMillis;
        this.announced = Announced.nothing(serviceOne.limit());
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

    private void ask() {
        try {
            Stats said = Stats.ask(serviceOne.stats(), TIMEOUT_MILLIS);
            announced = tells(said) ? new Announced(true, said.waitSeconds(), serviceOne.limit(),
                    said.mostThroughput(), said.bottleneck()) : announced.heard();
        } catch (IOException e) {
            return;      // too busy, or gone; the next time, perhaps
        }
    }

    /** Before and after a load no wait is known, or only that of these questions. */
    private boolean tells(Stats said) {
        boolean ofThisLoad = Double.isNaN(serviceOne.described().waitSeconds())
                || System.nanoTime() - begun > WINDOW_NANOS;
        boolean ofQuestions = said.waitSeconds() == 0 && serviceOne.countsQuestions();
        return ofThisLoad && !Double.isNaN(said.waitSeconds())
                && (!ofQuestions || Double.isNaN(announced.waitSeconds()));
    }

    /** What it has said until now. */
    public Announced announced() {
        return announced;
    }

    /** Its thread ends soon after. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
