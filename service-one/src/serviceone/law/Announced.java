package serviceone.law;

import common.json.Json;
import java.util.Map;
import java.util.Optional;
import serviceone.meter.Stage;

/**
 * What service two announces of itself at {@code GET /stats}. Immutable.
 *
 * @param delay      how long {@code /info} waits, in seconds
 * @param stageDelay how long each of the other three calls waits, in seconds
 * @param permits    how many authorisations wait at once; infinite where there is no limit
 */
public record Announced(double delay, double stageDelay, double permits) {
    /** For requests that make no calls. */
    public static final Announced NOTHING = new Announced(0, 0, Double.POSITIVE_INFINITY);

    private static final double MILLIS_PER_SECOND = 1e3;

    /** Nothing where the text is not what service two's answer should be: then it is another service. */
    public static Optional<Announced> parse(String json) {
        try {
            return Json.read(json) instanceof Map<?, ?> stats
                    && stats.get("delayMillis") instanceof Double delay
                    && stats.get("stageDelayMillis") instanceof Double stageDelay
                    ? Optional.of(new Announced(delay / MILLIS_PER_SECOND, stageDelay / MILLIS_PER_SECOND,
                            stats.get("authorizePermits") instanceof Double permits ? permits
                                    : Double.POSITIVE_INFINITY))
                    : Optional.empty();
        } catch (Json.JsonException e) {
            return Optional.empty();
        }
    }

    /** How long a call waits, in seconds, once it has its permit. */
    double seconds(Stage stage) {
        return stage == Stage.INFO ? delay : stageDelay;
    }
}
