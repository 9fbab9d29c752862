package lab.define;

import java.util.List;
import java.util.stream.Stream;

/**
 * What goes wrong with calls to service two, by its options of the same names. Immutable.
 *
 * @param errorPercent     the share of calls that get a 500 after their wait
 * @param hangPercent      the share that is never answered
 * @param resetPercent     the share whose connection is reset after the wait
 * @param jitterMillis     each wait is longer by a random time from 0 to this
 * @param slowStartSeconds how long after its start service two waits longer than it says
 */
public record Faults(int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

    /** As service two takes them; those that are not wanted are left out. */
    public List<String> arguments() {
        return Stream.of(option("--error-percent", errorPercent), option("--hang-percent", hangPercent),
                option("--reset-percent", resetPercent), option("--jitter", jitterMillis),
                option("--slow-start", slowStartSeconds)).flatMap(List::stream).toList();
    }

    private static List<String> option(String name, int value) {
        return value == 0 ? List.of() : List.of(name, Integer.toString(value));
    }

    /** Whether calls fail, in whatever way. */
    public boolean failCalls() {
        return errorPercent + hangPercent + resetPercent > 0;
    }
}
