package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * The limit on calls in flight to service two (M. T. Nygard, "Release It!"). Without a limit, calls that hang would
 * pile up. In a pool, the number of threads is such a limit, too.
 *
 * @param most    0 if there is no limit
 * @param permits null if there is no limit
 */
public record Bulkhead(int most, Semaphore permits) {
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /** When the call has ended, {@link #ended} must be called once. */
    void begin(Stage stage, Call.Requester requester) throws CallException {
        if (requester.hasLeft()) {
            throw CallException.inStage(stage, Kind.ABANDONED, null);
        }
        if (permits != null && !permits.tryAcquire()) {
            requester.meter().callRefused();
            throw CallException.withDetail(stage, Kind.REFUSED,
                    "calls to service two have reached --max-calls " + most);
        }
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
