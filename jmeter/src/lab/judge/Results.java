package lab.judge;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.Load;

/**
 * All results of one experiment; a report is made from these alone.
 *
 * @param runs        the runs that were started, in order
 * @param environment facts about the machine, the JDK, the limits and the commit, by name and in display order
 * @param notes       other facts for the reader, such as loads that were left out
 * @param complete    false if the experiment was stopped early
 * @param guesses     a person's guesses; empty if nobody was asked
 */
public record Results(Experiment experiment, List<Run> runs, Map<String, String> environment, List<String> notes,
        boolean complete, List<Guess> guesses) {
    /**
     * What a person expected of a contender under a load before the measurement.
     *
     * @param throughput requests per second
     */
    public record Guess(String contender, Load load, double throughput) {
    }
}
