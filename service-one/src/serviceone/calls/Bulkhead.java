package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * A bulkhead (M. T. Nygard, "Release It!"): the whole service's limit on calls to service two in flight. The size of a
 * pool is such a limit by accident. Virtual threads and event loops have no such limit, so calls that hang would pile
 * up without end. A call that finds no permit is refused immediately, because waiting calls would pile up here instead.
 *
 * @param most    the limit; 0 if there is none
 * @param permits a permit for each call that may still begin; null if there is no limit
 */
public record Bulkhead(int most, Semaphore permits) {
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /**
     * Returns the reason why the call must not be made, or null. If it returns null, the caller makes the call and then
     * calls {@link #ended} once.
     */
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
