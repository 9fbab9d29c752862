package serviceone.law;

import module java.base;
import common.json.Json;
import common.law.Capacity;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Wait;
import serviceone.meter.Meter;
import serviceone.meter.Stage;

/**
 * How the average request waits. An unknown value is not finite.
 *
 * @param isKnown whether the waits are those that service two announces, and not measured ones
 * @param seconds in each kind of wait
 * @param permit  the seconds for which the request holds one of service two's permits
 * @param permits infinite if there is no limit
 */
public record Demand(boolean isKnown, Map<Wait, Double> seconds, double permit, double permits) {
    private static final double MILLIS = 1e3;

    /**
     * What service two announces at {@code GET /stats}, in seconds.
     *
     * @param delay      of {@code /info}
     * @param stageDelay of each of the other three calls
     * @param permits    infinite if there is no limit
     */
    public record Announced(double delay, double stageDelay, double permits) {
        public static Optional<Announced> parse(String json) {
            try {
                return Json.read(json) instanceof Map<?, ?> stats
                        && stats.get("delayMillis") instanceof Double delay
                        && stats.get("stageDelayMillis") instanceof Double stageDelay
                        ? Optional.of(new Announced(delay / MILLIS, stageDelay / MILLIS,
                                stats.get("authorizePermits") instanceof Double permits ? permits
                                        : Double.POSITIVE_INFINITY))
                        : Optional.empty();
            } catch (Json.JsonException e) {
                return Optional.empty();
            }
        }

        private double of(Stage stage) {
            return stage == Stage.INFO ? delay : stageDelay;
        }
    }

    /**
     * The counts at a moment.
     *
     * @param calls ended calls, without failed ones and those of requests that are in a later call now
     * @param waits the waits in service one's own routes
     */
    public record Tally(long answered, Map<Stage, Long> calls, Map<Wait, Long> waits) {
        public static Tally of(Meter meter) {
            Map<Stage, Long> calls = new EnumMap<>(Stage.class);
            for (Stage stage : Stage.values()) {
                calls.put(stage, meter.calls(stage) - Stream.of(Stage.values())
                        .filter(each -> each.compareTo(stage) > 0).mapToLong(meter::waitingIn).sum());
            }
            Map<Wait, Long> waits = new EnumMap<>(Wait.class);
            for (Wait wait : Wait.values()) {
                waits.put(wait, meter.ownWaits(wait));
            }
            return new Tally(meter.get(Meter.Count.ANSWERED), calls, waits);
        }
    }

    /** @param measured a request's mean seconds in service, used if service two announces nothing */
    public static Demand between(Tally first, Tally last, Optional<Announced> announced, double measured) {
        double requests = last.answered - first.answered;
        Map<Wait, Double> seconds = new EnumMap<>(Wait.class);
        last.waits.forEach((wait, count) ->
                seconds.put(wait, (count - first.waits.get(wait)) / requests * Wait.MILLIS / MILLIS));
        Map<Stage, Double> calls = new EnumMap<>(Stage.class);
        last.calls.forEach((stage, count) ->
                calls.put(stage, Math.max(0, count - first.calls.get(stage)) / requests));
        if (announced.isEmpty() && calls.values().stream().anyMatch(each -> each > 0)) {
            double others = sum(seconds) - seconds.get(Wait.BLOCKED);
            seconds.put(Wait.BLOCKED, Math.max(0, measured - others));
            return new Demand(false, seconds, 0, Double.POSITIVE_INFINITY);
        }
        Announced waits = announced.orElse(new Announced(0, 0, Double.POSITIVE_INFINITY));
        double called = calls.entrySet().stream().mapToDouble(each -> each.getValue() * waits.of(each.getKey())).sum();
        seconds.merge(Wait.BLOCKED, called, Double::sum);
        return new Demand(true, seconds, calls.get(Stage.AUTHORIZE) * waits.stageDelay, waits.permits);
    }

    private static double sum(Map<Wait, Double> seconds) {
        return seconds.values().stream().mapToDouble(each -> each).sum();
    }

    public double total() {
        return sum(seconds);
    }

    public LittlesLaw law(Capacity capacity) {
        return capacity.law(seconds::get, List.of(new Station("permits", permits, permit)));
    }

    public boolean makesNativeCalls() {
        return seconds.get(Wait.NATIVE_CALL) > 0;
    }

    public boolean mayLineUpInService() {
        return Double.isFinite(permits) && permit > 0 || makesNativeCalls() || seconds.get(Wait.MONITOR) > 0;
    }
}
