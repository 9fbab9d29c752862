package serviceone.calls;

import java.util.concurrent.Semaphore;

/**
 * A bulkhead (M. T. Nygard, "Release It!"): at most so many calls to service two at once, over the whole service. The
 * pool's threads are such a limit by accident; virtual threads and event loops have none, so that calls which hang
 * would pile up without end. Nobody waits for a permit: who finds none is refused, and does not pile up here either.
 *
 * @param permits null where there is no limit
 */
public record Bulkhead(int most, Semaphore permits) {
    /** @param most 0 for no limit */
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /** Whether one more call may be made; then its end is to be told, once. */
    boolean begins() {
        return permits == null || permits.tryAcquire();
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
