package servicetwo;

import java.util.concurrent.Semaphore;

/**
 * How long each call waits, and how many may wait at once. Owns the permits of {@code /authorize}, which stand for a
 * resource that no number of threads makes more of, such as a database's connections. Used by every request's virtual
 * thread; the semaphore is fair, so that what is measured behind it is a queue and not chance.
 */
final class Delays {
    private final long delay;
    private final long stageDelay;
    private final Semaphore authorizePermits;

    Delays(Options options) {
        delay = options.delay();
        stageDelay = options.stageDelay();
        authorizePermits = options.authorizePermits() == 0 ? null : new Semaphore(options.authorizePermits(), true);
    }

    void info() throws InterruptedException {
        Thread.sleep(delay);
    }

    void stage() throws InterruptedException {
        Thread.sleep(stageDelay);
    }

    void authorize() throws InterruptedException {
        if (authorizePermits == null) {
            stage();
            return;
        }
        authorizePermits.acquire();
        try {
            stage();
        } finally {
            authorizePermits.release();
        }
    }
}
