package serviceone.law;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import serviceone.meter.Meter;
import serviceone.meter.OwnWait;
import serviceone.meter.Stage;

/**
 * What requests had waited for until a moment; the difference of two is what they waited for between them. Immutable.
 *
 * @param answered requests answered
 * @param calls    ended calls that service two has had
 * @param waiting  requests in each call, at this moment
 * @param waits    waits of service one's own routes
 */
public record Tally(long answered, Map<Stage, Long> calls, Map<Stage, Long> waiting, Map<OwnWait, Long> waits) {
    /** Takes it, in any thread. */
    public static Tally of(Meter meter) {
        Map<Stage, Long> calls = new EnumMap<>(Stage.class);
        Map<Stage, Long> waiting = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            calls.put(stage, meter.calls(stage));
            waiting.put(stage, meter.waitingIn(stage));
        }
        Map<OwnWait, Long> waits = new EnumMap<>(OwnWait.class);
        for (OwnWait wait : OwnWait.values()) {
            waits.put(wait, meter.ownWaits(wait));
        }
        return new Tally(meter.get(Meter.Count.ANSWERED), calls, waiting, waits);
    }

    /** What the average request waited for that was answered since that earlier moment. */
    public Visits since(Tally earlier) {
        double requests = answered - earlier.answered;
        Map<Stage, Double> callsEach = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            long made = calls.get(stage) - earlier.calls.get(stage) - beyond(stage) + earlier.beyond(stage);
            callsEach.put(stage, Math.max(0, made) / requests);
        }
        Map<OwnWait, Double> waitsEach = new EnumMap<>(OwnWait.class);
        waits.forEach((wait, count) -> waitsEach.put(wait, (count - earlier.waits.get(wait)) / requests));
        return new Visits(callsEach, waitsEach);
    }

    /**
     * Requests that are in a later call: they have made this one and are not answered yet. While a load comes up, or
     * grows without end, there are more and more of them.
     */
    private long beyond(Stage stage) {
        return Stream.of(Stage.values()).filter(each -> each.compareTo(stage) > 0).mapToLong(waiting::get).sum();
    }
}
