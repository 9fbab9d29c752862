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
 * How long the average request waits, in seconds, and what it holds meanwhile: visit counts times what a visit takes
 * (see {@link common.law.LittlesLaw}). NaN where that is not known.
 *
 * @param total    all its waits
 * @param timers   those of them that need no thread in any mode
 * @param natives  those in native calls
 * @param monitors those in a monitor
 * @param permit   those with a permit of service two's
 */
public record Demand(double total, double timers, double natives, double monitors, double permit) {
    /**
     * What service two announces of itself at {@code GET /stats}.
     *
     * @param delay      how long {@code /info} waits, in seconds
     * @param stageDelay how long each of the other three calls waits, in seconds
     * @param permits    how many authorisations wait at once; infinite where there is no limit
     */
    public record Announced(double delay, double stageDelay, double permits) {
        /** For requests that make no calls. */
        public static final Announced NOTHING = new Announced(0, 0, Double.POSITIVE_INFINITY);

        /** Nothing where the text is not what service two's answer should be: then it is another service. */
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
     * What requests had waited for until a moment.
     *
     * @param answered requests answered
     * @param calls    ended calls that service two has had
     * @param waiting  requests in each call, at this moment
     * @param waits    waits of service one's own routes
     */
    public record Tally(long answered, Map<Stage, Long> calls, Map<Stage, Long> waiting, Map<Wait, Long> waits) {
        /** Takes it, in any thread. */
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

        /** What the average request waited for that was answered since that earlier moment. */
        public Visits since(Tally earlier) {
            double requests = answered - earlier.answered;
            Map<Stage, Double> callsEach = new EnumMap<>(Stage.class);
            for (Stage stage : Stage.values()) {
                long made = calls.get(stage) - earlier.calls.get(stage) - beyond(stage) + earlier.beyond(stage);
                callsEach.put(stage, Math.max(0, made) / requests);
            }
            Map<Wait, Double> waitsEach = new EnumMap<>(Wait.class);
            waits.forEach((wait, count) -> waitsEach.put(wait, (count - earlier.waits.get(wait)) / requests));
            return new Visits(callsEach, waitsEach);
        }

        /**
         * Requests that are in a later call: they have made this one and are not answered yet. While a load comes up,
         * or grows without end, there are more and more of them.
         */
        private long beyond(Stage stage) {
            return Stream.of(Stage.values()).filter(each -> each.compareTo(stage) > 0).mapToLong(waiting::get).sum();
        }
    }

    /** How often the average request waits for what; NaN where no request was answered. */
    public record Visits(Map<Stage, Double> calls, Map<Wait, Double> waits) {
        /** Whether any of the requests has called service two, and was heard. */
        public boolean callServiceTwo() {
            return calls.values().stream().anyMatch(each -> each > 0);
        }

        private double secondsIn(Wait wait) {
            return waits.get(wait) * Wait.MILLIS / 1e3;
        }
    }

    /** By what service two and the routes announce: predicted, whatever the requests have taken. */
    public static Demand announced(Visits visits, Announced announced) {
        double own = Stream.of(Wait.values()).mapToDouble(visits::secondsIn).sum();
        double calls = visits.calls().entrySet().stream().mapToDouble(each -> each.getValue()
                * (each.getKey() == Stage.INFO ? announced.delay() : announced.stageDelay())).sum();
        return of(visits, own + calls, visits.calls().get(Stage.AUTHORIZE) * announced.stageDelay());
    }

    /** By what the requests have taken, where service two says nothing of itself. */
    public static Demand measured(Visits visits, double seconds) {
        return of(visits, seconds, 0);
    }

    private static Demand of(Visits visits, double total, double permit) {
        return new Demand(total, visits.secondsIn(Wait.TIMER), visits.secondsIn(Wait.NATIVE_CALL),
                visits.secondsIn(Wait.MONITOR), permit);
    }

    /** How long it is in waits of these kinds. */
    double in(Set<Wait> waits) {
        return waits.stream().mapToDouble(this::in).sum();
    }

    private double in(Wait wait) {
        return switch (wait) {
            case BLOCKED -> Math.max(0, total - timers - natives - monitors);
            case TIMER -> timers;
            case NATIVE_CALL -> natives;
            case MONITOR -> monitors;
        };
    }

    /** Whether requests may have to wait for one another once they were read, for permits or for worker threads. */
    public boolean mayLineUpInService(double permits) {
        return Double.isFinite(permits) && permit > 0 || natives + monitors > 0;
    }
}
