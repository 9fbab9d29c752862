package lab.bench;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.json.JsonWriter;
import common.process.Measuring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import lab.judge.ValidityRules;
import lab.run.Environment;
import lab.run.Installation;
import lab.run.MachineLock;
import load.RunFolder;
import load.install.JmeterSearch;

/** The program {@code ./run.sh bench}: says what it will do, does it, prints and writes what came of it. */
public final class Bench {
    private final Path repository = Tool.repository();
    private final Measuring measuring;

    private Bench(Measuring measuring) {
        this.measuring = measuring;
    }

    public static void main(String... arguments) throws InterruptedException {
        Measuring.main(BenchOptions.TOOL, arguments, measuring -> new Bench(measuring)::run);
    }

    private ExitCode run(CommandLine line) throws IOException, UsageException, InterruptedException {
        BenchOptions options = BenchOptions.of(line);
        Plan plan = Plan.of(options);
        System.out.println(plan.text());
        if (options.planOnly()) {
            return ExitCode.OK;
        }
        try (MachineLock _ = MachineLock.take("bench")) {
            Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find());
            Path folder = RunFolder.create(repository, "bench").path();
            Map<String, String> environment = Environment.describe(installation, plan.costs());
            environment.put("modes", options.modes().stream().map(Plan::contender).collect(Collectors.joining(", ")));
            return report(measure(new Measurements(installation, plan, folder), environment), folder);
        }
    }

    private BenchResults measure(Measurements measurements, Map<String, String> environment) throws UsageException {
        try {
            if (!measuring.completes(measurements::make)) {
                measurements.note("stopped before all was measured");
            }
        } catch (IOException e) {      // a full disk, no process to be had: what was measured before is kept
            measurements.note("ended by " + e);
        }
        return measurements.results(environment);
    }

    private static ExitCode report(BenchResults results, Path folder) throws IOException {
        String text = BenchReport.text(results);
        Files.writeString(folder.resolve("report.txt"), text);
        Files.writeString(folder.resolve("results.csv"), BenchCsv.text(results));
        Files.writeString(folder.resolve("results.json"), JsonWriter.text(results));
        System.out.println();
        System.out.print(text);
        System.out.println();
        System.out.println("results: " + folder + " (report.txt, results.csv, results.json)");
        boolean valid = results.costs().stream().anyMatch(cost -> ValidityRules.validity(cost.run()).isUsable());
        return valid ? ExitCode.OK : ExitCode.FAILED;
    }
}
