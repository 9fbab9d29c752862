package lab.define;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is put side by side, under which load, for how long. Made by {@link ExperimentFile}.
 *
 * @param title             one line
 * @param description       what to expect and why: the comment at the head of the file, paragraphs separated by blank
 *                          lines
 * @param warmup            seconds; the longest warm-up by load: it ends as soon as throughput and CPU time are steady
 * @param warmupCycles      how many times a contender is warmed by work, with a pause after each but the last
 * @param seconds           seconds that are measured after it
 * @param repeat            how many times each contender meets each load
 * @param drain             seconds that an open loop waits for its last answers
 * @param delay             milliseconds that service two takes for its first call
 * @param stageDelay        milliseconds that it takes for each of the three others
 * @param authorizePermits  how many authorisations it works on at once; 0: as many as come
 * @param faults            what goes wrong with its calls
 * @param token             what the requests are authorized with
 * @param body              a regular expression that each answer's body must contain; another body is an error;
 *                          empty for what service one answers on that path
 * @param hypotheses        what is expected of its ratios, and what would refute that
 */
public record Experiment(String name, String title, String description, List<Contender> contenders, List<Load> loads,
        int warmup, int warmupCycles, int seconds, int repeat, int drain, int delay, int stageDelay,
        int authorizePermits, Faults faults, String token, String body,
        List<Hypothesis> hypotheses) {
    /** How many measurements the whole experiment is. */
    public int runs() {
        return contenders.size() * loads.size() * repeat;
    }

    /** The same experiment under other loads. */
    public Experiment with(List<Load> others) {
        return new Experiment(name, title, description, contenders, others, warmup, warmupCycles, seconds, repeat,
                drain, delay, stageDelay, authorizePermits, faults, token, body, hypotheses);
    }

    /**
     * What goes wrong with calls to service two, by its options of the same names.
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
}
