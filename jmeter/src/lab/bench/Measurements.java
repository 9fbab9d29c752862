package lab.bench;

import common.commandline.CommandLine.UsageException;
import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.run.ExperimentRunner;
import lab.run.Installation;

/**
 * Takes all figures, one kind after the other, and keeps those that there are when it is stopped. Owns what takes them.
 * Used by the main thread.
 */
final class Measurements {
    private final Installation installation;
    private final Plan plan;
    private final Path folder;
    private final Path countsFolder;
    private final Starts starts;
    private final CostObserver costs = new CostObserver();
    private final List<String> notes = new ArrayList<>();
    private List<CallsRun> counts = List.of();
    private String counter = "";

    Measurements(Installation installation, Plan plan, Path folder) throws IOException {
        this.installation = installation;
        this.plan = plan;
        this.folder = folder;
        this.countsFolder = Files.createDirectory(folder.resolve("system-calls"));
        this.starts = new Starts(installation.repository(), Files.createDirectory(folder.resolve("starts")),
                Starts.DEFAULT_PORTS);
        notes.addAll(plan.notes());
    }

    /** @throws InterruptedException where the thread was interrupted; {@link #results} has what was measured before */
    void make() throws IOException, UsageException, InterruptedException {
        start();
        try (costs) {
            new ExperimentRunner(installation, plan.costs(), folder, costs).run();
        }
        if (plan.options().counts() > 0) {
            count();
        }
    }

    private void start() throws IOException, InterruptedException {
        if (plan.options().starts() > 0 && !starts.note().isEmpty()) {
            notes.add(starts.note());
        }
        try {
            starts.run(plan.options().modes(), plan.options().starts());
        } catch (ProgramFailure e) {
            note("start: not taken: " + e.getMessage());
        }
    }

    private void count() throws IOException, UsageException, InterruptedException {
        Counters found = Counters.find(System.getenv(), countsFolder);
        if (found.counter().isEmpty()) {
            note("system calls: not taken, " + found.why());
            return;
        }
        counter = found.counter().get().name();
        try (CallsObserver observer = new CallsObserver(found.counter().get(), plan.options().seconds(),
                countsFolder)) {
            try {
                new ExperimentRunner(installation, plan.counts(), countsFolder, observer).run();
            } finally {
                counts = observer.runs();
            }
        }
    }

    /** Also tells the one who waits. */
    void note(String note) {
        notes.add(note);
        System.out.println(note);
    }

    BenchResults results(Map<String, String> environment) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(costs.missing());
        return new BenchResults(plan.costs(), environment, starts.starts(), costs.runs(), counter, counts, all);
    }
}
