package exercise;

import com.sun.management.OperatingSystemMXBean;
import common.commandline.CommandLine.UsageException;
import common.json.JsonObject;
import common.process.Measuring;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import lab.define.Experiment;
import lab.judge.Run;
import lab.judge.ValidityRules;
import lab.run.ExperimentRunner;
import lab.run.Installation;
import lab.run.Kernel;
import lab.run.Places;
import lab.run.RunObserver;
import lab.run.Sitting;
import load.install.JmeterSearch;

/**
 * What was measured of a learner's class under load, and what that proves.
 *
 * @param goals       each with what was found
 * @param why         for a person: what was expected and what came, or why this run proves nothing; empty if passed
 * @param advice      a hint, or what to do so that the next run can be judged; if passed, what can be done next
 * @param environment what a reader must know of the machine: name to value, in the order to show
 */
public record Measurement(Outcome outcome, List<Goal> goals, String why, String advice,
        Map<String, String> environment) {
    private static final int LOOK_MILLIS = 1_000;

    /**
     * One figure, and what it is to be.
     *
     * @param name  of the figure, with its unit, as the table has it
     * @param goal  in words: {@code at least 237.5}; empty where the figure is there to compare others with
     * @param found the figure itself; NaN where it is not known
     * @param from  the interval that it is in
     * @param to    the end of that
     */
    public record Goal(String name, String goal, double found, double from, double to, Outcome outcome) {
        String text() {
            return Double.isNaN(found) ? name + ": not known here" + (goal.isEmpty() ? "" : "; " + goal)
                    : name + ": " + Target.text(found) + (from == to ? "" : " (95 %: " + Target.text(from) + " to "
                    + Target.text(to) + ")") + (goal.isEmpty() ? "" : "; goal: " + goal);
        }

        JsonObject json() {
            return new JsonObject().put("figure", name).put("goal", goal).put("found", found).put("from", from)
                    .put("to", to).put("verdict", outcome.words());
        }
    }

    /**
     * Measures, and says on the stream how far it is.
     *
     * @param classes   the folder of the compiled classes
     * @param measuring interrupts this at Ctrl-C
     */
    static Measurement of(Exercise exercise, Path repository, Path classes, Measuring measuring)
            throws IOException, UsageException, InterruptedException {
        int number = exercise.number();
        Trial trial = Trial.of(number, Runtime.getRuntime().availableProcessors());
        Experiment experiment = trial.experiment(number);
        Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find(),
                Places.here(repository), Map.of(number, classes));
        Duration usual = ExperimentRunner.usual(experiment, true).plusMillis(LOOK_MILLIS);
        List<String> notes = new ArrayList<>();
        double others = shareOfOthers();
        try (Sitting sitting = Sitting.begin(experiment.name(), installation);
                TrialObserver observer = new TrialObserver(trial.beside(), sitting.folder())) {
            System.out.println("measuring with JMeter: " + experiment.loads().getFirst().name() + "; about "
                    + RunObserver.text(usual));
            Map<String, String> environment = sitting.environment(experiment);
            ExperimentRunner runner = sitting.runner(experiment, observer);
            if (!sitting.measure(measuring, runner::run, notes)) {
                notes.add("the measurement was stopped before its end");
            }
            boolean isMeasured = runner.runs().stream().allMatch(Run::isMeasured);
            others = isMeasured ? others : Math.max(others, shareOfOthers());
            environment.put("validity", runner.runs().stream().flatMap(run -> ValidityRules.findings(run).stream()
                    .map(finding -> run.contender() + ": " + finding)).collect(Collectors.joining("; ")));
            return TrialVerdict.of(trial, observer.runs(), others, notes).measurement(environment);
        }
    }

    /** Of all cores, while nothing is measured. */
    private static double shareOfOthers() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        system.getCpuLoad();                            // from here on
        double share = Kernel.shareOfOthers(LOOK_MILLIS);
        return Double.isNaN(share) ? system.getCpuLoad() : share;      // as on macOS: this JVM itself does nothing
    }
}
