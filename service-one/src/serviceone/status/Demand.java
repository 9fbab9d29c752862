package serviceone.status;

import module java.base;
import common.figures.Figures.Waits;
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
record Demand(boolean isKnown, Map<Wait, Double> seconds, LittlesLaw.Station permits) {
    private static final double MILLIS = 1e3;

    /** @param measured a request's mean seconds in service, used if service two announces nothing */
    static Demand between(Totals first, Totals last, Waits announced, double measured) {
        double requests = last.counts().get(Count.ANSWERED) - first.counts().get(Count.ANSWERED);
        Map<Wait, Double> seconds = new EnumMap<>(Wait.class);
        last.ownWaits().forEach((wait, count) ->
                seconds.put(wait, (count - first.ownWaits().get(wait)) / requests * Wait.MILLIS / MILLIS));
        Map<Stage, Double> calls = new EnumMap<>(Stage.class);
        last.calls().forEach((stage, count) ->
                calls.put(stage, Math.max(0, count - first.calls().get(stage)) / requests));
        double infos = calls.get(Stage.INFO);
        double called = sum(calls) > 0 ? (infos * announced.delayMillis()
                + (sum(calls) - infos) * announced.stageDelayMillis()) / MILLIS : 0;
        boolean isKnown = !Double.isNaN(called);
        seconds.merge(Wait.BLOCKED, isKnown ? called : measured - sum(seconds), (own, rest) -> Math.max(0, own + rest));
        double most = announced.authorizePermits();
        double permits = Double.isNaN(most) ? Double.POSITIVE_INFINITY : most;
        return new Demand(isKnown, seconds,
                new LittlesLaw.Station(Resource.PERMITS, permits,
                        calls.get(Stage.AUTHORIZE) * announced.stageDelayMillis() / MILLIS));
    }

    private static double sum(Map<?, Double> perRequest) {
        return perRequest.values().stream().mapToDouble(each -> each).sum();
    }

    double total() {
        return sum(seconds);
    }

    LittlesLaw law(LittlesLaw.Capacity capacity) {
        return capacity.law(seconds::get, List.of(permits));
    }

    boolean makesNativeCalls() {
        return seconds.get(Wait.NATIVE_CALL) > 0;
    }

    boolean mayLineUpInService() {
        return Double.isFinite(permits.throughput()) || makesNativeCalls() || seconds.get(Wait.MONITOR) > 0;
    }
}
