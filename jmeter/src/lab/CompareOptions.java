package lab;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.define.ExperimentFile;
import lab.define.Hypotheses;

/**
 * What {@code ./run.sh compare} was asked for. Immutable.
 *
 * @param overrides what replaces or adds to the values in the experiment's file
 * @param report    a folder with results whose report is to be written again; empty: none
 * @param planOnly  whether to stop after the plan was printed
 * @param ceiling  whether to measure anew what JMeter can make at most
 * @param guess     whether to ask for guesses before anything is predicted or measured
 * @param places    where the programs are to run
 */
record CompareOptions(String experiment, Map<String, String> overrides, String report, boolean planOnly, boolean guess,
        boolean list, boolean ceiling, PlaceOptions places) {
    static final String DEFAULT_EXPERIMENT = "story";
    private static final List<Option> OWN = List.of(Option.flag("--plan"), Option.flag("--guess"),
            Option.flag("--list"), Option.flag("--ceiling"),
            Option.text("--report", "the folder of an earlier run"));
    private static final List<Option> NOT_OF_THE_FILE =
            Stream.concat(OWN.stream(), PlaceOptions.OPTIONS.stream()).toList();
    private static final List<Option> ALL =
            Stream.concat(ExperimentFile.KEYS.stream(), NOT_OF_THE_FILE.stream()).toList();

    static CompareOptions parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(ALL, arguments);
        Map<String, String> overrides = new LinkedHashMap<>();
        line.options().forEach((name, values) -> values.forEach(value -> overrides.merge(name.substring(2), value,
                (before, more) -> Hypotheses.joined(name.substring(2), before, more))));
        NOT_OF_THE_FILE.forEach(own -> overrides.remove(own.name().substring(2)));
        checkReport(line);
        if (line.has("--plan") && line.has("--guess")) {
            throw new UsageException("--guess or --plan: a plan measures nothing that a guess could be compared with");
        }
        if (line.has("--plan") && line.has("--ceiling")) {
            throw new UsageException("--ceiling or --plan: a plan measures nothing, JMeter's ceiling neither");
        }
        return new CompareOptions(line.word("experiment", DEFAULT_EXPERIMENT), overrides, line.text("--report", ""),
                line.has("--plan"), line.has("--guess"), line.has("--list"), line.has("--ceiling"),
                PlaceOptions.of(line));
    }

    /** What it doesn't heed is not ignored without a word; an empty folder would start the default experiment. */
    private static void checkReport(CommandLine line) throws UsageException {
        if (!line.has("--report")) {
            return;
        }
        if (line.text("--report", "").isBlank()) {
            throw new UsageException("--report takes the folder of an earlier run, not: nothing");
        }
        boolean alone = line.options().size() == 1 && line.word("experiment", "").isEmpty();
        if (!alone) {
            throw new UsageException("--report stands alone: it writes a report again as it was measured");
        }
    }
}
