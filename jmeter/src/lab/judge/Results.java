package lab.judge;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.Load;

/**
 * A report is made from these alone.
 *
 * @param environment facts about the machine and programs, in display order
 * @param notes such as loads that were left out
 * @param complete false if the experiment was stopped early
 * @param guesses what somebody expected before the measurement
 */
public record Results(Experiment experiment, List<Run> runs, Map<String, String> environment, List<String> notes,
        boolean complete, List<Guess> guesses) {
    public record Guess(String contender, Load load, double throughput) {
    }
}
