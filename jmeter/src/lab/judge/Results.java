package lab.judge;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.Load;

/**
 * Everything that one experiment gave: all that a report is made from.
 *
 * @param runs        those that were begun, in their order
 * @param environment the machine, the JDK, the limits, the commit: name to value, in the order to show
 * @param notes       what a reader must know besides, such as loads that were left out
 * @param complete    false where it was stopped before its end
 * @param guesses     what somebody expected before the runs; empty where nobody was asked
 */
public record Results(Experiment experiment, List<Run> runs, Map<String, String> environment, List<String> notes,
        boolean complete, List<Guess> guesses) {
    /**
     * What somebody expected of a contender under a load, before it was measured.
     *
     * @param throughput requests per second
     */
    public record Guess(String contender, Load load, double throughput) {
    }
}
