package exercise;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import common.commandline.CommandLine.UsageException;
import common.json.JsonObject;
import java.lang.management.ManagementFactory;
import lab.define.Experiment;
import lab.judge.Rules;
import lab.results.Run;
import lab.run.ExperimentRunner;
import lab.run.Installation;
import lab.machine.Kernel;
import lab.run.Places;
import lab.run.RunObserver;
import lab.run.Sitting;
import load.install.JmeterSearch;
import process.Measuring;

/**
 * @param why the expected and the actual result, or why this run proves nothing. Empty if passed
 * @param advice what to do next
 */
public record Measurement(Outcome outcome, List<Goal> goals, String why, String advice,
        Map<String, String> environment) {
    private static final int OTHERS_MILLIS = 1_000;

    /** @param found NaN if unknown */
    public record Goal(String name, String goal, double found, double from, double to, Outcome outcome) {
        String text() {
            return Double.isNaN(found) ? name + ": unknown here" + (goal.isEmpty() ? "" : "; goal: " + goal)
                    : name + ": " + Target.text(found) + (from == to ? "" : " (95 %: " + Target.text(from) + " to "
                    + Target.text(to) + ")") + (goal.isEmpty() ? "" : "; goal: " + goal);
        }

        JsonObject json() {
            return new JsonObject().put("figure", name).put("goal", goal).put("found", found).put("from", from)
                    .put("to", to).put("verdict", outcome.words());
        }
    }

    static Measurement of(Exercise exercise, Path repository, Path classes, Measuring measuring)
            throws IOException, UsageException, InterruptedException {
        int number = exercise.number();
        Trial trial = Trial.of(number, Runtime.getRuntime().availableProcessors());
        Experiment experiment = trial.experiment(number);
        Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find(),
                Places.onThisMachine(repository), Map.of(number, classes));
        Duration usual = ExperimentRunner.usualDuration(experiment, true).plusMillis(OTHERS_MILLIS);
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
            environment.put("validity", runner.runs().stream().flatMap(run -> Rules.judge(run).stream()
                    .map(finding -> run.contender() + ": " + finding.text())).collect(Collectors.joining("; ")));
            return TrialVerdict.of(trial, observer.runs(), others, notes).measurement(environment);
        }
    }

    private static double shareOfOthers() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        system.getCpuLoad();                            // starts a measurement
        double share = Kernel.shareOfOthers(OTHERS_MILLIS);
        // The share is NaN on macOS. This JVM is idle, so all load comes from other programs.
        return Double.isNaN(share) ? system.getCpuLoad() : share;
    }
}
