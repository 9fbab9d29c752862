package experiment.statistics;

import experiment.define.Experiment;
import java.util.List;
import java.util.Map;

/**
 * Everything that one experiment gave: all that a report is made from.
 *
 * @param runs        those that were begun, in their order
 * @param environment the machine, the JDK, the limits, the commit: name to value, in the order to show
 * @param notes       what a reader must know besides, such as loads that were left out
 * @param complete    false where it was stopped before its end
 */
public record Results(Experiment experiment, List<Run> runs, Map<String, String> environment, List<String> notes,
        boolean complete) {
}
