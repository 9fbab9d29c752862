package serviceone.calls;

import java.util.concurrent.Semaphore;
import serviceone.calls.CallException.Kind;
import serviceone.meter.Stage;

/**
 * A bulkhead (M. T. Nygard, "Release It!"): a limit on the calls to service two in flight, over the whole service. The
 * pool's size is such a limit by accident. Virtual threads and event loops have none, so calls that hang would pile up
 * without end. A call that finds no permit is refused at once: calls that waited for one would pile up here instead.
 *
 * @param permits null without a limit
 */
public record Bulkhead(int most, Semaphore permits) {
    /** @param most 0 for no limit */
    public Bulkhead(int most) {
        this(most, most == 0 ? null : new Semaphore(most));
    }

    /**
     * Returns why the call must not be made. Or returns null: then the caller makes the call, and calls {@link #ended}
     * once after it.
     */
    CallException refusal(Stage stage, Call.Requester requester) {
        if (requester.hasLeft()) {
            return CallException.at(stage, Kind.ABANDONED, null);
        }
        if (permits == null || permits.tryAcquire()) {
            return null;
        }
        requester.meter().callRefused();
        return CallException.saying(stage, Kind.REFUSED,
                "calls to service two have reached --max-calls " + most);
    }

    void ended() {
        if (permits != null) {
            permits.release();
        }
    }
}
