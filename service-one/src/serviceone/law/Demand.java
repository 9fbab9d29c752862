package serviceone.law;

import module java.base;
import common.figures.Figures.Waits;
import common.json.Json;
import common.law.LittlesLaw.Capacity;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import common.mode.Wait;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter.Totals;
import serviceone.meter.Stage;

/**
 * How the average request waits. An unknown value is not finite.
 *
 * @param isKnown whether the waits are those that service two announces, and not measured ones
 * @param seconds in each kind of wait
 * @param permits service two's
 */
public record Demand(boolean isKnown, Map<Wait, Double> seconds, Station permits) {
    private static final double MILLIS = 1e3;

    /** Service two's answer to {@code GET /stats}; empty if another service has answered. */
    public static Optional<Waits> announced(String json) {
        try {
            Map<?, ?> stats = Json.members(json);
            double permits = stats.get("authorizePermits") instanceof Double most ? most : Double.NaN;
            return stats.get("delayMillis") instanceof Double delay
                    && stats.get("stageDelayMillis") instanceof Double stageDelay
                    ? Optional.of(new Waits(delay, stageDelay, permits)) : Optional.empty();
        } catch (Json.JsonException e) {
            return Optional.empty();
        }
    }

    /** @param measured a request's mean seconds in service, used if service two announces nothing */
    public static Demand between(Totals first, Totals last, Optional<Waits> announced, double measured) {
        double requests = last.counts().get(Count.ANSWERED) - first.counts().get(Count.ANSWERED);
        Map<Wait, Double> seconds = new EnumMap<>(Wait.class);
        last.ownWaits().forEach((wait, count) ->
                seconds.put(wait, (count - first.ownWaits().get(wait)) / requests * Wait.MILLIS / MILLIS));
        Map<Stage, Double> calls = new EnumMap<>(Stage.class);
        last.calls().forEach((stage, count) ->
                calls.put(stage, Math.max(0, count - first.calls().get(stage)) / requests));
        Waits waits = announced.orElse(new Waits(0, 0, Double.NaN));
        boolean isKnown = announced.isPresent() || !(sum(calls) > 0);
        double infos = calls.get(Stage.INFO);
        double called = (infos * waits.delayMillis() + (sum(calls) - infos) * waits.stageDelayMillis()) / MILLIS;
        seconds.merge(Wait.BLOCKED, isKnown ? called : measured - sum(seconds), (own, rest) -> Math.max(0, own + rest));
        double most = waits.authorizePermits();
        double permits = Double.isNaN(most) ? Double.POSITIVE_INFINITY : most;
        return new Demand(isKnown, seconds,
                new Station(Resource.PERMITS, permits, calls.get(Stage.AUTHORIZE) * waits.stageDelayMillis() / MILLIS));
    }

    private static double sum(Map<?, Double> perRequest) {
        return perRequest.values().stream().mapToDouble(each -> each).sum();
    }

    public double total() {
        return sum(seconds);
    }

    public LittlesLaw law(Capacity capacity) {
        return capacity.law(seconds::get, List.of(permits));
    }

    public boolean makesNativeCalls() {
        return seconds.get(Wait.NATIVE_CALL) > 0;
    }

    public boolean mayLineUpInService() {
        return Double.isFinite(permits.throughput()) || makesNativeCalls() || seconds.get(Wait.MONITOR) > 0;
    }
}
