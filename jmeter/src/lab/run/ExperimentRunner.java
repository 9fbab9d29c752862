package lab.run;

import common.commandline.CommandLine.UsageException;
import common.process.Child.ProgramFailure;
import common.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import lab.define.Predictor;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * Makes all runs of an experiment, one after the other, on the thread that calls it; interrupting that thread stops it,
 * and what was measured until then is kept.
 */
public final class ExperimentRunner {
    /** Ctrl-C reaches the programs as well as us, and may end them first: then it is no failure of theirs. */
    private static final long CTRL_C_MILLIS = 300;

    private final Installation installation;
    private final Experiment experiment;
    private final Path folder;
    private final RunObserver observer;
    private final ExperimentProgress progress;
    private final List<Run> runs = new ArrayList<>();
    private final Map<String, String> neverStarted = new HashMap<>();      // contender to reason
    private boolean complete;

    /** One that tells the person at the terminal where it is. */
    public ExperimentRunner(Installation installation, Experiment experiment, Path folder, RunObserver observer) {
        this(installation, experiment, folder, observer, ExperimentProgress.printed());
    }

    public ExperimentRunner(Installation installation, Experiment experiment, Path folder, RunObserver observer,
            ExperimentProgress progress) {
        this.installation = installation;
        this.experiment = experiment;
        this.folder = folder;
        this.observer = observer;
        this.progress = progress;
    }

    /** How long all runs take at most, where contenders are warmed by their load alone. */
    public static Duration longest(Experiment experiment) throws UsageException {
        return longest(experiment, false);
    }

    /** How long all runs take at most. @param byWork whether contenders are warmed by work, too */
    public static Duration longest(Experiment experiment, boolean byWork) throws UsageException {
        return Slot.all(experiment, byWork).stream().map(Slot::longest).reduce(Duration.ZERO, Duration::plus);
    }

    /** How long they take where every warm-up is as short as it mostly is. */
    public static Duration usual(Experiment experiment, boolean byWork) throws UsageException {
        return Slot.all(experiment, byWork).stream().map(Slot::usual).reduce(Duration.ZERO, Duration::plus);
    }

    public static Prediction predict(Experiment experiment, Contender contender, Load load) throws UsageException {
        return Predictor.predict(experiment, contender, load, Runtime.getRuntime().availableProcessors());
    }

    /** @throws InterruptedException where the thread was interrupted; {@link #runs} has what was measured before */
    public void run() throws IOException, UsageException, InterruptedException {
        PointRunner runner = new PointRunner(installation, folder, progress, observer);
        List<Slot> slots = Slot.all(experiment, observer.allowsWarmUpByWork());
        Duration left = longest(experiment, observer.allowsWarmUpByWork());
        for (Slot slot : slots) {
            left = left.minus(slot.longest());
            progress.begin(runs.size() + 1, slots.size(), slot.contender(), slot.load(), left);
            Run run = make(runner, slot);
            runs.add(run);
            progress.end(observer.ended(run, outcome(run)));
        }
        complete = true;
    }

    /** A contender that did not start is not tried again. */
    private Run make(PointRunner runner, Slot slot) throws IOException, InterruptedException {
        String contender = slot.contender().name();
        if (neverStarted.containsKey(contender)) {
            return failed(slot, neverStarted.get(contender) + " (not tried again)");
        }
        try {
            return new Run(contender, slot.load(), slot.repetition(), slot.predicted(), "", runner.run(slot));
        } catch (ProgramFailure e) {
            Thread.sleep(CTRL_C_MILLIS);
            if (e instanceof Programs.NotStarted) {
                neverStarted.put(contender, e.getMessage());
            }
            return failed(slot, e.getMessage());
        }
    }

    private static Run failed(Slot slot, String why) {
        return Run.failed(slot.contender().name(), slot.load(), slot.repetition(), slot.predicted(), why);
    }

    private static String outcome(Run run) {
        if (!run.isMeasured()) {
            return "NOT MEASURED: " + run.failure();
        }
        String p99 = Metric.P99.isCarriedBy(run) ? "p99 " + text(run, Metric.P99) + " ms"
                : "p99 needs " + Metric.P99.needs(run) + " more requests";
        String figures = text(run, Metric.THROUGHPUT) + " requests/s, p50 " + text(run, Metric.P50) + " ms, " + p99
                + ", " + text(run, Metric.CPU_PER_REQUEST) + " µs of CPU time per request";
        String warmUp = run.measured().warmUp().problem();
        String all = figures + (warmUp.isEmpty() ? "" : "; " + warmUp);
        return ValidityRules.gravest(run)
                .map(finding -> all + "; " + finding.rule().otherwise() + ": " + finding.text()).orElse(all);
    }

    private static String text(Run run, Metric metric) {
        return Numbers.text(metric.of(run));
    }

    public List<Run> runs() {
        return List.copyOf(runs);
    }

    public boolean isComplete() {
        return complete;
    }
}
