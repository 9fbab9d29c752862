package serviceone.law;

import common.json.Json;
import common.mode.Wait;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import serviceone.meter.Meter;
import serviceone.meter.Stage;

/**
 * The seconds for which the average request waits. An unknown value is not finite.
 *
 * @param total    all waits together
 * @param timers   in waits that need no thread in any mode
 * @param natives  in native calls
 * @param monitors in a monitor
 * @param permit   while the request holds one of service two's permits
 */
public record Demand(double total, double timers, double natives, double monitors, double permit) {
    /**
     * What service two announces at {@code GET /stats}, in seconds.
     *
     * @param delay      of {@code /info}
     * @param stageDelay of each of the other three calls
     * @param permits    infinite if there is no limit
     */
    public record Announced(double delay, double stageDelay, double permits) {
        public static final Announced NOTHING = new Announced(0, 0, Double.POSITIVE_INFINITY);

        public static Optional<Announced> parse(String json) {
            try {
                return Json.read(json) instanceof Map<?, ?> stats
                        && stats.get("delayMillis") instanceof Double delay
                        && stats.get("stageDelayMillis") instanceof Double stageDelay
                        ? Optional.of(new Announced(delay / 1e3, stageDelay / 1e3,
                                stats.get("authorizePermits") instanceof Double permits ? permits
                                        : Double.POSITIVE_INFINITY))
                        : Optional.empty();
            } catch (Json.JsonException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * The counts at a moment.
     *
     * @param calls   ended calls, without failed ones
     * @param waiting requests in each call at this moment
     * @param waits   the waits in service one's own routes
     */
    public record Tally(long answered, Map<Stage, Long> calls, Map<Stage, Long> waiting, Map<Wait, Long> waits) {
        public static Tally of(Meter meter) {
            Map<Stage, Long> calls = new EnumMap<>(Stage.class);
            Map<Stage, Long> waiting = new EnumMap<>(Stage.class);
            for (Stage stage : Stage.values()) {
                calls.put(stage, meter.calls(stage));
                waiting.put(stage, meter.waitingIn(stage));
            }
            Map<Wait, Long> waits = new EnumMap<>(Wait.class);
            for (Wait wait : Wait.values()) {
                waits.put(wait, meter.ownWaits(wait));
            }
            return new Tally(meter.get(Meter.Count.ANSWERED), calls, waiting, waits);
        }

        public Visits since(Tally earlier) {
            double requests = answered - earlier.answered;
            Map<Stage, Double> callsEach = new EnumMap<>(Stage.class);
            for (Stage stage : Stage.values()) {
                long made = calls.get(stage) - earlier.calls.get(stage)
                        - inLaterCalls(stage) + earlier.inLaterCalls(stage);
                callsEach.put(stage, Math.max(0, made) / requests);
            }
            Map<Wait, Double> waitsEach = new EnumMap<>(Wait.class);
            waits.forEach((wait, count) -> waitsEach.put(wait, (count - earlier.waits.get(wait)) / requests));
            return new Visits(callsEach, waitsEach);
        }

        /** Requests that are in a later call now: they have made this call, but are not answered yet. */
        private long inLaterCalls(Stage stage) {
            return Stream.of(Stage.values()).filter(each -> each.compareTo(stage) > 0).mapToLong(waiting::get).sum();
        }
    }

    /**
     * How often the average request makes each call, and how often it waits in any other way. Not finite if no
     * request was answered.
     */
    public record Visits(Map<Stage, Double> calls, Map<Wait, Double> waits) {
        public boolean callServiceTwo() {
            return calls.values().stream().anyMatch(each -> each > 0);
        }

        private double secondsIn(Wait wait) {
            return waits.get(wait) * Wait.MILLIS / 1e3;
        }
    }

    public static Demand announced(Visits visits, Announced announced) {
        double own = Stream.of(Wait.values()).mapToDouble(visits::secondsIn).sum();
        double calls = visits.calls().entrySet().stream().mapToDouble(each -> each.getValue()
                * (each.getKey() == Stage.INFO ? announced.delay() : announced.stageDelay())).sum();
        return of(visits, own + calls, visits.calls().get(Stage.AUTHORIZE) * announced.stageDelay());
    }

    /** For a service two that announces nothing. */
    public static Demand measured(Visits visits, double seconds) {
        return of(visits, seconds, 0);
    }

    private static Demand of(Visits visits, double total, double permit) {
        return new Demand(total, visits.secondsIn(Wait.TIMER), visits.secondsIn(Wait.NATIVE_CALL),
                visits.secondsIn(Wait.MONITOR), permit);
    }

    double secondsIn(Set<Wait> waits) {
        return waits.stream().mapToDouble(this::secondsIn).sum();
    }

    private double secondsIn(Wait wait) {
        return switch (wait) {
            case BLOCKED -> Math.max(0, total - timers - natives - monitors);
            case TIMER -> timers;
            case NATIVE_CALL -> natives;
            case MONITOR -> monitors;
        };
    }

    public boolean mayLineUpInService(double permits) {
        return Double.isFinite(permits) && permit > 0 || natives + monitors > 0;
    }
}
