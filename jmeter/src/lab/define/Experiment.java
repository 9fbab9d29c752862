package lab.define;

import java.util.List;
import java.util.Objects;

/**
 * What is put side by side, under which load, for how long. Immutable; made by {@link ExperimentFile}.
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
        int warmup, Integer warmupCycles, int seconds, int repeat, int drain, int delay, int stageDelay,
        int authorizePermits, Faults faults, String token, String body,
        List<Hypothesis> hypotheses) {
    /** Results that were written before there was such a choice have none of these. */
    public Experiment {
        warmupCycles = Objects.requireNonNullElse(warmupCycles, 1);
        faults = Objects.requireNonNullElse(faults, Faults.NONE);
        body = Objects.requireNonNullElse(body, "");
        hypotheses = Objects.requireNonNullElse(hypotheses, List.of());
    }

    /** How many measurements the whole experiment is. */
    public int runs() {
        return contenders.size() * loads.size() * repeat;
    }

    /** The same experiment under other loads. */
    public Experiment with(List<Load> others) {
        return new Experiment(name, title, description, contenders, others, warmup, warmupCycles, seconds, repeat,
                drain, delay, stageDelay, authorizePermits, faults, token, body, hypotheses);
    }
}
