package lab.bench;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.bench.BenchResults.CallsRun;
import lab.results.Figure;
import lab.judge.ValidityRules;
import lab.run.ExperimentRunner;
import lab.run.Installation;
import lab.run.Sitting;
import load.install.JmeterSearch;
import process.Child.ProgramFailure;
import process.Measuring;

public final class Bench {
    private final Installation installation;
    private final BenchPlan plan;
    private final Sitting sitting;
    private final Starts starts;
    private final CostObserver costs = new CostObserver();
    private final List<String> notes;
    private Optional<SystemCallCounter> counter = Optional.empty();

    private Bench(Installation installation, BenchPlan plan, Sitting sitting) throws IOException {
        this.installation = installation;
        this.plan = plan;
        this.sitting = sitting;
        this.starts = new Starts(installation.repository(),
                Files.createDirectory(sitting.folder().resolve("starts")));
        this.notes = new ArrayList<>(plan.notes());
    }

    public static void main(String... arguments) throws InterruptedException {
        Measuring.main(BenchPlan.TOOL, arguments, measuring -> line -> run(line, measuring));
    }

    private static ExitCode run(CommandLine line, Measuring measuring)
            throws IOException, UsageException, InterruptedException {
        BenchPlan plan = BenchPlan.of(line);
        System.out.println(plan.text());
        if (line.has("--plan")) {
            return ExitCode.OK;
        }
        Path repository = Tool.repository();
        Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find());
        try (Sitting sitting = Sitting.begin("bench", installation)) {
            Map<String, String> environment = sitting.environment(plan.costs());
            environment.put("modes", plan.contenders());
            Bench bench = new Bench(installation, plan, sitting);
            if (!sitting.measure(measuring, bench::measure, bench.notes)) {
                bench.notes.add("stopped early");
            }
            return report(bench.results(environment), sitting.folder());
        }
    }

    private void measure() throws IOException, UsageException, InterruptedException {
        try {
            starts.run(plan.modes(), plan.starts());
        } catch (ProgramFailure e) {
            note("starts were not measured: " + e.getMessage());
        }
        try (costs) {
            sitting.runner(plan.costs(), costs).run();
        }
        if (plan.countings() > 0) {
            count();
        }
    }

    private void count() throws IOException, UsageException, InterruptedException {
        Path folder = Files.createDirectory(sitting.folder().resolve("system-calls"));
        try {
            counter = Optional.of(SystemCallCounter.find(System.getenv(), folder, plan.counts().seconds()));
        } catch (ProgramFailure e) {
            note("system calls were not counted: " + e.getMessage());
            return;
        }
        try (SystemCallCounter observer = counter.get()) {
            new ExperimentRunner(installation, plan.counts(), folder, observer).run();
        }
    }

    private void note(String note) {
        notes.add(note);
        System.out.println(note);
    }

    private BenchResults results(Map<String, String> environment) {
        notes.addAll(costs.missing());
        List<CallsRun> counts = counter.map(SystemCallCounter::runs).orElse(List.of());
        return new BenchResults(plan.costs(), environment, starts.starts(), costs.runs(),
                counter.map(SystemCallCounter::name).orElse(""), counts, notes);
    }

    private static ExitCode report(BenchResults results, Path folder) throws IOException {
        String text = BenchReport.text(results);
        Files.writeString(folder.resolve("report.txt"), text);
        Files.writeString(folder.resolve("results.csv"), BenchReport.csv(results));
        Files.writeString(folder.resolve("results.json"), JsonObject.text(results));
        System.out.println("\n" + text + "\nresults: " + folder + " (report.txt, results.csv, results.json)");
        boolean valid = results.costs().stream().anyMatch(cost -> ValidityRules.validity(cost.run(), Figure.THROUGHPUT)
                .isUsable());
        return valid ? ExitCode.OK : ExitCode.FAILED;
    }
}
