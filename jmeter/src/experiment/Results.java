package experiment;

import module java.base;

/**
 * All that a report is made from.
 *
 * @param environment facts about the machine and programs, in display order
 * @param notes for the reader, such as which loads were left out
 * @param complete false if the experiment was stopped early
 */
public record Results(
        Experiment experiment,
        List<Run> runs,
        Map<String, String> environment,
        List<String> notes,
        boolean complete) {
}
