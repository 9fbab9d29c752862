package lab.define;

import java.util.List;
import java.util.stream.Stream;

/**
 * The contenders to compare, the loads and the durations. Read by {@link ExperimentFile}.
 *
 * @param title             the title, one line
 * @param description       what to expect and why: the comment at the head of the file, paragraphs separated by blank
 *                          lines
 * @param warmup            the longest warm-up by load, in seconds; the warm-up ends as soon as throughput and CPU time
 *                          are steady
 * @param warmupCycles      how many times a contender warms up by work, with a pause after each but the last
 * @param seconds           the length of the measured window, in seconds
 * @param repeat            how many times each contender runs under each load
 * @param drain             how many seconds an open loop waits for its last answers
 * @param delay             how long service two takes for a request's first call, in milliseconds
 * @param stageDelay        how long service two takes for each of a request's three other calls, in milliseconds
 * @param authorizePermits  how many authorizations service two handles at once; 0: no limit
 * @param faults            what goes wrong in service two
 * @param token             the token that authorizes the requests
 * @param body              a regular expression that each answer's body must contain, or else it counts as an error;
 *                          if empty, the expression for service one's answers on that path
 * @param hypotheses        the expected ratios, and what would refute them
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
     * @param errorPercent     the share of calls that get a 500 after their wait
     * @param hangPercent      the share of calls that are never answered
     * @param resetPercent     the share of calls whose connection is reset after the wait
     * @param jitterMillis     the largest random time that is added to each wait
     * @param slowStartSeconds for how long after its start service two waits longer than its delays
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

        /** Whether some calls fail. */
        public boolean hasFailures() {
            return errorPercent + hangPercent + resetPercent > 0;
        }
    }
}
