package lab.define;

import java.util.List;
import java.util.stream.Stream;

/**
 * The contenders to compare, the loads and the durations. Read by {@link ExperimentFile}.
 *
 * @param title             one line
 * @param description       what to expect and why: the comment at the head of the file, paragraphs separated by blank
 *                          lines
 * @param warmup            limit of the warm-up by load, in seconds; it ends as soon as throughput and CPU time are
 *                          steady
 * @param warmupCycles      how many times a contender warms up by work, with a pause between
 * @param seconds           length of the measured window
 * @param repeat            how many times each contender meets each load
 * @param drain             seconds that an open loop waits for its last answers
 * @param delay             milliseconds that service two takes for its first call
 * @param stageDelay        milliseconds that service two takes for each of the three other calls
 * @param authorizePermits  how many authorizations service two handles at once; 0: no limit
 * @param faults            what goes wrong in service two
 * @param token             authorizes the requests
 * @param body              a regular expression that each answer's body must contain, or else it counts as an error;
 *                          empty: what service one answers on that path
 * @param hypotheses        expected ratios, and what would refute them
 */
public record Experiment(String name, String title, String description, List<Contender> contenders, List<Load> loads,
        int warmup, int warmupCycles, int seconds, int repeat, int drain, int delay, int stageDelay,
        int authorizePermits, Faults faults, String token, String body,
        List<Hypothesis> hypotheses) {
    /** The number of runs. */
    public int runs() {
        return contenders.size() * loads.size() * repeat;
    }

    /** The same experiment under other loads. */
    public Experiment with(List<Load> others) {
        return new Experiment(name, title, description, contenders, others, warmup, warmupCycles, seconds, repeat,
                drain, delay, stageDelay, authorizePermits, faults, token, body, hypotheses);
    }

    /**
     * What goes wrong in service two, which has options of the same names.
     *
     * @param errorPercent     share of calls that get a 500 after their wait
     * @param hangPercent      share of calls that are never answered
     * @param resetPercent     share of calls whose connection is reset after the wait
     * @param jitterMillis     each wait is longer by a random time from 0 to this
     * @param slowStartSeconds the time after its start in which service two waits longer than its delays
     */
    public record Faults(int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds) {
        public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

        /** Service two's options, without those that are 0. */
        public List<String> arguments() {
            return Stream.of(option("--error-percent", errorPercent), option("--hang-percent", hangPercent),
                    option("--reset-percent", resetPercent), option("--jitter", jitterMillis),
                    option("--slow-start", slowStartSeconds)).flatMap(List::stream).toList();
        }

        private static List<String> option(String name, int value) {
            return value == 0 ? List.of() : List.of(name, Integer.toString(value));
        }

        /** Whether calls fail in any way. */
        public boolean failCalls() {
            return errorPercent + hangPercent + resetPercent > 0;
        }
    }
}
