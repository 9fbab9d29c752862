package experiment.run;

import experiment.measure.Metric;
import experiment.measure.Rules;
import experiment.measure.Rule;
import experiment.measure.Run;
import experiment.plan.Contender;
import experiment.plan.Experiment;
import experiment.plan.Load;
import experiment.plan.UsageException;
import experiment.predict.LittlesLaw;
import experiment.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes all runs of an experiment, one after the other, on the thread that calls it; interrupting that thread stops it, and
 * what was measured until then is kept.
 */
public final class ExperimentRunner {
    private final Installation installation;
    private final Experiment experiment;
    private final Path folder;
    private final Progress progress;
    private final List<Run> runs = new ArrayList<>();
    private boolean complete;

    public ExperimentRunner(Installation installation, Experiment experiment, Path folder, Progress progress) {
        this.installation = installation;
        this.experiment = experiment;
        this.folder = folder;
        this.progress = progress;
    }

    /** How long all runs take at most. */
    public static Duration longest(Experiment experiment) throws UsageException {
        Duration sum = Duration.ZERO;
        for (Order.Slot slot : Order.of(experiment)) {
            sum = sum.plus(longest(experiment, slot));
        }
        return sum;
    }

    private static Duration longest(Experiment experiment, Order.Slot slot) throws UsageException {
        return Timing.of(experiment, slot.load(), predict(experiment, slot.contender(), slot.load())).longest(experiment, slot.load());
    }

    public static Prediction predict(Experiment experiment, Contender contender, Load load) throws UsageException {
        return LittlesLaw.predict(experiment, contender, load, Runtime.getRuntime().availableProcessors());
    }

    /** @throws InterruptedException where the thread was interrupted; {@link #runs} has what was measured before */
    public void run() throws IOException, UsageException, InterruptedException {
        PointRunner runner = new PointRunner(installation, experiment, folder, progress);
        List<Order.Slot> slots = Order.of(experiment);
        Duration left = longest(experiment);
        for (Order.Slot slot : slots) {
            left = left.minus(longest(experiment, slot));
            progress.begin(runs.size() + 1, slots.size(), slot, left);
            Run run = runner.run(slot, predict(experiment, slot.contender(), slot.load()));
            runs.add(run);
            progress.end(outcome(run));
        }
        complete = true;
    }

    private static String outcome(Run run) {
        List<Rule.Finding> findings = Rules.judge(run);
        if (!run.isMeasured()) {
            return "NOT MEASURED: " + run.failure();
        }
        String figures = String.format(Locale.ROOT, "%,.1f requests/s, p50 %,.0f ms, p99 %,.0f ms, %,.0f µs of CPU time per request",
                Metric.THROUGHPUT.of(run), Metric.P50.of(run), Metric.P99.of(run), Metric.CPU_PER_REQUEST.of(run));
        return findings.isEmpty() ? figures
                : figures + (findings.getFirst().isOfAll() ? "; NOT VALID: " : "; ") + findings.getFirst().text();
    }

    public List<Run> runs() {
        return List.copyOf(runs);
    }

    public boolean isComplete() {
        return complete;
    }
}
