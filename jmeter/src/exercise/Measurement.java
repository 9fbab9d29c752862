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
 * What a measurement of a learner's class under load found, and what that proves.
 *
 * @param goals       each with the figure that was found
 * @param why         for a person: the expected and the actual result, or why this run proves nothing; empty if passed
 * @param advice      a hint, or what to do so that the next run can be judged; if passed, what to try next
 * @param environment what a reader must know about the machine: name to value, in display order
 */
public record Measurement(Outcome outcome, List<Goal> goals, String why, String advice,
        Map<String, String> environment) {
    private static final int LOOK_MILLIS = 1_000;

    /**
     * One figure, and its goal.
     *
     * @param name  the figure's name, with its unit
     * @param goal  in words: {@code at least 237.5}; empty if the figure is for comparison only
     * @param found the figure itself; NaN if unknown
     * @param from  the start of its interval
     * @param to    the end of its interval
     */
    public record Goal(String name, String goal, double found, double from, double to, Outcome outcome) {
        String text() {
            return Double.isNaN(found) ? name + ": unknown here" + (goal.isEmpty() ? "" : "; " + goal)
                    : name + ": " + Target.text(found) + (from == to ? "" : " (95 %: " + Target.text(from) + " to "
                    + Target.text(to) + ")") + (goal.isEmpty() ? "" : "; goal: " + goal);
        }

        JsonObject json() {
            return new JsonObject().put("figure", name).put("goal", goal).put("found", found).put("from", from)
                    .put("to", to).put("verdict", outcome.words());
        }
    }

    /**
     * Measures, and prints its progress.
     *
     * @param classes   the folder of the compiled classes
     * @param measuring interrupts this on Ctrl-C
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
                TrialObserver observer = new TrialObserver(trial.extra(), sitting.folder())) {
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

    /** The share of all cores that other programs use, before the measurement. */
    private static double shareOfOthers() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        system.getCpuLoad();                            // starts the interval
        double share = Kernel.shareOfOthers(LOOK_MILLIS);
        return Double.isNaN(share) ? system.getCpuLoad() : share;      // on macOS; this JVM is idle
    }
}
