package classroom.run;

import classroom.run.Worker.Position;
import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lab.define.Experiment;
import lab.judge.Analysis;
import lab.judge.Results;
import lab.judge.Run;
import lab.report.Report;
import lab.run.Environment;
import lab.run.ExperimentRunner;
import lab.run.FileLimit;
import lab.run.Installation;
import lab.run.MachineLock;
import load.RunFolder;

/**
 * Carries experiments out with service one, service two and JMeter on this machine, as {@code compare} does, and writes
 * the same report of each to jmeter/results. Used by the worker's thread.
 */
public record LocalExperiments(Path repository, LoadGenerator jmeter) implements Experiments {

    @Override
    public Measured carryOut(Experiment wanted, Pictures pictures, Consumer<Position> progress) throws Exception {
        List<String> notes = new ArrayList<>();
        Experiment experiment = FileLimit.possible(wanted, notes);
        MachineLock lock = MachineLock.take("class, " + experiment.name());
        try (lock) {
            Installation installation = new Installation(repository, jmeter.home());
            Path folder = folder(experiment);
            Map<String, String> environment = Environment.describe(installation, experiment);
            Watcher watcher = new Watcher(experiment, pictures, progress);
            ExperimentRunner runner = new ExperimentRunner(installation, experiment, folder, watcher, watcher);
            runner.run();
            report(new Results(experiment, runner.runs(), environment, notes, true, List.of()), folder);
            return new Measured(runner.runs(), watcher.traces());
        }
    }

    /** What was measured is good without it, on a full disk for example. */
    private static void report(Results results, Path folder) {
        try {
            Report.write(Analysis.of(results), folder);
        } catch (IOException e) {
            System.err.println("class: no report of " + results.experiment().name() + " in " + folder + ": " + e);
        }
    }

    private Path folder(Experiment experiment) throws Exception {
        return RunFolder.create(repository, "class-" + experiment.name()).path();
    }

    @Override
    public void watch(List<Experiment> atOnce, Pictures pictures, Duration longest) throws Exception {
        MachineLock lock = MachineLock.take("class, " + atOnce.getFirst().name());
        try (lock) {
            Installation installation = new Installation(repository, jmeter.home());
            Path folder = folder(atOnce.getFirst());
            List<Callable<Run>> sides = new ArrayList<>();
            for (Experiment experiment : atOnce) {
                Watcher watcher = new Watcher(experiment, pictures, _ -> { });
                ExperimentRunner runner = new ExperimentRunner(installation, experiment, folder, watcher, watcher);
                sides.add(() -> {
                    runner.run();
                    return runner.runs().getFirst();
                });
            }
            carryOutAll(sides, longest);
        }
    }

    /** Those that are not over in time are interrupted; all have ended when this returns. */
    private static void carryOutAll(List<Callable<Run>> sides, Duration longest) throws Exception {
        List<Future<Run>> results;
        try (ExecutorService threads = Executors.newFixedThreadPool(sides.size())) {
            results = threads.invokeAll(sides, longest.toMillis(), TimeUnit.MILLISECONDS);
        }
        for (Future<Run> result : results) {
            if (result.state() == Future.State.FAILED) {
                throw new IOException(result.exceptionNow().getMessage(), result.exceptionNow());
            }
            if (result.state() == Future.State.SUCCESS && !result.resultNow().isMeasured()) {
                throw new ProgramFailure(result.resultNow().failure());
            }
        }
    }
}
