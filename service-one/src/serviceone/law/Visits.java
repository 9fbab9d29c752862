package serviceone.law;

import java.util.Map;
import serviceone.meter.OwnWait;
import serviceone.meter.Stage;

/**
 * How often the average request waits for what: the visit counts of operational analysis (P. J. Denning, J. P. Buzen,
 * "The Operational Analysis of Queueing Network Models", ACM Computing Surveys 10, 1978). NaN where no request was
 * answered. Immutable.
 */
public record Visits(Map<Stage, Double> calls, Map<OwnWait, Double> waits) {
    /** Whether any of the requests has called service two, and was heard. */
    public boolean callServiceTwo() {
        return calls.values().stream().anyMatch(each -> each > 0);
    }

    /** Seconds in calls to service two, by what that announces. */
    double secondsInCalls(Announced announced) {
        return calls.entrySet().stream().mapToDouble(each -> each.getValue() * announced.seconds(each.getKey())).sum();
    }

    double secondsIn(OwnWait wait) {
        return waits.get(wait) * OwnWait.MILLIS / 1e3;
    }
}
