package experiment;

import module java.base;
import text.MayBeMissing;

/**
 * An experiment, as {@link ExperimentFile} reads it.
 *
 * @param description paragraphs separated by blank lines
 * @param beside a second load on each contender, beside each of the loads; null if there is none
 * @param besideBody the same as {@code body}, for the second load
 * @param warmup limit of the warm-up under the load, in seconds
 * @param warmupCycles how many warm-ups with short waits precede the load
 * @param seconds the length of the measured window
 * @param repeat how many times each contender runs under each load
 * @param drain seconds that an open loop waits for its last answers
 * @param delay milliseconds that service two takes for a request's first call
 * @param stageDelay milliseconds that service two takes for each of the three other calls
 * @param changes of these delays, in the order of their seconds
 * @param authorizePermits authorizations that service two handles at once; 0: no limit
 * @param failures "expected" if failed requests and abandoned calls make no figure invalid; otherwise empty
 * @param startSeconds how long a contender may take to open its port
 * @param waits seconds that a request to a contender's command waits; NaN if unknown
 * @param deadline seconds within which an answer counts as goodput; NaN for none
 * @param plan the user's own JMeter plan; empty for ours
 * @param body a regular expression that is found in each good answer; if empty, {@link KnownRoute#answer} applies
 * @param heapProbe whether to ask each contender's JVM for its allocation and its live heap per connection
 */
public record Experiment(String name, String title, String description, List<Contender> contenders, List<Load> loads,
        @MayBeMissing Load beside, String besideBody, int warmup, int warmupCycles, int seconds, int repeat, int drain,
        int delay, int stageDelay, @MayBeMissing List<Change> changes, int authorizePermits, Faults faults,
        String failures, int startSeconds, double waits, double deadline, String plan, Message message, String body,
        @MayBeMissing boolean heapProbe, List<Hypothesis> hypotheses) {
    /** The value of {@link #failures}. */
    static final String EXPECTED = "expected";

    /**
     * Service two's delays from a second of the measured window on.
     *
     * @param second counted from the window's beginning
     */
    public record Change(int second, int delay, int stageDelay) {
        @Override
        public String toString() {
            return second + "s delay=" + delay + " stage-delay=" + stageDelay;
        }
    }

    public Experiment {
        changes = changes == null ? List.of() : changes;      // as in older files
    }

    public Optional<Load> secondLoad() {
        return Optional.ofNullable(beside);
    }

    public boolean expectsFailures() {
        return EXPECTED.equals(failures);
    }

    public int runs() {
        return contenders.size() * loads.size() * repeat;
    }

    public Experiment with(List<Load> otherLoads) {
        return with(contenders, otherLoads, repeat, hypotheses);
    }

    public Experiment withContenders(List<Contender> others) {
        return with(others, loads, repeat, hypotheses);
    }

    /** Each of these contenders once under each of these loads, without hypotheses. */
    public Experiment once(List<Contender> some, List<Load> otherLoads) {
        return with(some, otherLoads, 1, List.of());
    }

    private Experiment with(List<Contender> some, List<Load> otherLoads, int times, List<Hypothesis> claims) {
        return new Experiment(name, title, description, some, otherLoads, beside, besideBody, warmup, warmupCycles,
                seconds, times, drain, delay, stageDelay, changes, authorizePermits, faults, failures, startSeconds,
                waits, deadline, plan, message, body, heapProbe, claims);
    }

    /**
     * What goes wrong in service two.
     *
     * @param errorPercent percentage of calls that get a 500 after their wait
     * @param hangPercent percentage of calls that are never answered
     * @param resetPercent percentage of calls whose connection is reset after the wait
     * @param jitterMillis the largest random time added to a wait
     * @param slowStartSeconds how long service two's waits take to fall to normal after its start
     */
    public record Faults(int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds) {
        public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

        public boolean hasFailures() {
            return errorPercent + hangPercent + resetPercent > 0;
        }

        /**
         * How many attempts service one needs for a call, on average. If a kept connection is reset, it repeats the
         * call once, on a new connection. It does not repeat a call on a new connection.
         *
         * <p>In the long run, service one opens as many connections as it loses. So the share of calls that find no
         * kept connection equals the share of calls that end without one.
         */
        public double attempts() {
            double resets = resetPercent / 100.0;
            double newIsLost = hangPercent / 100.0 + resets;
            double keptIsLost = hangPercent / 100.0 + resets * newIsLost;
            // onNew = onNew * newIsLost + (1 - onNew) * keptIsLost
            double onNew = keptIsLost / (1 - newIsLost + keptIsLost);
            return 1 + (1 - onNew) * resets;
        }
    }
}
