package serviceone.law;

import java.util.stream.Stream;
import serviceone.meter.OwnWait;
import serviceone.meter.Stage;

/**
 * How long the average request waits, in seconds, and what it holds meanwhile. NaN where that is not known.
 *
 * @param total    all its waits
 * @param timers   those of them that need no thread in any mode
 * @param natives  those in native calls
 * @param monitors those in a monitor
 * @param permit   those with a permit of service two's
 */
public record Demand(double total, double timers, double natives, double monitors, double permit) {
    /** By what service two and the routes announce: predicted, whatever the requests have taken. */
    public static Demand announced(Visits visits, Announced announced) {
        double own = Stream.of(OwnWait.values()).mapToDouble(visits::secondsIn).sum();
        return of(visits, own + visits.secondsInCalls(announced),
                visits.calls().get(Stage.AUTHORIZE) * announced.stageDelay());
    }

    /** By what the requests have taken, where service two says nothing of itself. */
    public static Demand measured(Visits visits, double seconds) {
        return of(visits, seconds, 0);
    }

    private static Demand of(Visits visits, double total, double permit) {
        return new Demand(total, visits.secondsIn(OwnWait.TIMER), visits.secondsIn(OwnWait.NATIVE_CALL),
                visits.secondsIn(OwnWait.MONITOR), permit);
    }

    /** Those that hold a thread which can do nothing else, as those of the pool. */
    double onThread() {
        return Math.max(0, total - timers);
    }

    /** Whether requests may have to wait for one another once they were read, for permits or for worker threads. */
    public boolean mayLineUpInService(double permits) {
        return Double.isFinite(permits) && permit > 0 || natives + monitors > 0;
    }
}
