package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

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

    /** Why no call is to be made; null if one is, and then its end is to be told, once. */
    CallException refusal(Stage stage, Call.Requester requester) {
        if (requester.hasLeft()) {
            return CallException.at(stage, Kind.ABANDONED, null);
        }
        if (permits == null || permits.tryAcquire()) {
            return null;
        }
        requester.meter().callRefused();
        return CallException.saying(stage, Kind.REFUSED,
                "service two has as many calls as --max-calls " + most + " allows");
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
