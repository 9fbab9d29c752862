package lab.judge;

import java.util.Map;
import java.util.Objects;

/**
 * What a contender made service two do in the measured window, and what it answers itself. Plain data.
 *
 * @param calls       calls that service two answered, by route; empty where its counts are not known
 * @param connections on which the first call came in the window; NaN where not known
 * @param abandoned   calls whose caller left before the answer; NaN where not known
 * @param sample      an answer of the contender's, before the load; null where there was none
 */
public record Work(Map<String, Double> calls, double connections, double abandoned, Sample sample) {
    public static final Work NONE = new Work(Map.of(), Double.NaN, Double.NaN, null);

    /** Results that were written before there were such counts have none. */
    public Work {
        calls = Objects.requireNonNullElse(calls, Map.of());
    }

    public boolean isKnown() {
        return !Double.isNaN(connections);
    }

    /** @param body as much of it as tells what kind of answer it is */
    public record Sample(long bytes, String body) {
    }
}
