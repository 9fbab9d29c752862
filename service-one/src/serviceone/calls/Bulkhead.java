package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * The service's limit on calls in flight: a bulkhead (M. T. Nygard, "Release It!"). In a pool, the number of threads is
 * such a limit. Without a limit, calls that hang would pile up. Any thread may use it.
 *
 * @param most    the limit; 0 if there is none
 * @param permits null if there is no limit
 */
public record Bulkhead(int most, Semaphore permits) {
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /** Why the call must not be made. If this is null, make the call and then call {@link #ended} once. */
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
