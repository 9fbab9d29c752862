package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * The whole service's limit on calls to service two in flight: a bulkhead (M. T. Nygard, "Release It!"). In a pool, its
 * size is such a limit. Without any limit, calls that hang would pile up without end. Any thread may use it.
 *
 * @param most    the limit; 0 if there is none
 * @param permits null if there is no limit
 */
public record Bulkhead(int most, Semaphore permits) {
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /** Why the call must not be made. If null, the caller makes the call and then calls {@link #ended} once. */
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
