package serviceone.calls;

import module java.base;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * The limit on calls in flight to service two (M. T. Nygard, "Release It!"). Without a limit, calls that hang would
 * pile up. In a pool, the number of threads is such a limit, too.
 *
 * @param most       0 if there is no limit
 * @param waitMillis how long a thread waits for a permit
 * @param permits    null if there is no limit
 */
public record Bulkhead(int most, int waitMillis, Semaphore permits) {
    public Bulkhead(int most, int waitMillis) {
        this(most, waitMillis, most == 0 ? null : new Semaphore(most, true));
    }

    /** When the call has ended, {@link #ended} must be called once. On an event loop, nothing may wait. */
    void begin(Stage stage, Call.Requester requester, boolean mayWait) throws CallException {
        if (requester.hasLeft()) {
            throw CallException.inStage(stage, Kind.ABANDONED, null);
        }
        if (permits != null && !takes(mayWait ? waitMillis : 0)) {
            requester.meter().callRefused();
            throw CallException.refused(stage, "calls to service two have reached --max-calls " + most);
        }
    }

    /** Whoever has waited longest gets the next permit. */
    private boolean takes(int millis) {
        try {
            return millis == 0 ? permits.tryAcquire() : permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the service is stopping
            return false;
        }
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
