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

    /** Returns null if the call may be made. When such a call ends, {@link #ended} must be called once. */
    CallException refusal(Stage stage, Call.Requester requester) {
        if (requester.hasLeft()) {
            return CallException.inStage(stage, Kind.ABANDONED, null);
        }
        if (permits == null || permits.tryAcquire()) {
            return null;
        }
        requester.meter().callRefused();
        return CallException.withDetail(stage, Kind.REFUSED,
                "calls to service two have reached --max-calls " + most);
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
