package lab;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.process.Measuring;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.judge.Analysis;
import lab.judge.Results.Guess;
import lab.judge.Results;
import lab.report.Report;
import lab.report.ResultsFile;
import lab.run.Environment;
import lab.run.ExperimentRunner;
import lab.run.FileLimit;
import lab.run.GeneratorCeiling;
import lab.run.Installation;
import lab.run.MachineLock;
import lab.run.Places;
import lab.run.RunObserver;
import load.RunFolder;
import load.install.JmeterSearch;

/** The program {@code ./run.sh compare}: reads an experiment, carries it out, writes its report. */
public final class Compare {
    private final Path repository = Tool.repository();
    private final Measuring measuring;

    private Compare(Measuring measuring) {
        this.measuring = measuring;
    }

    public static void main(String... arguments) throws InterruptedException {
        Measuring.main(CompareOptions.TOOL, arguments, measuring -> new Compare(measuring)::run);
    }

    private ExitCode run(CommandLine line) throws IOException, UsageException, InterruptedException {
        CompareOptions.check(line);
        Path experiments = repository.resolve("jmeter/experiments");
        if (line.has("--list")) {
            System.out.print(Outline.list(experiments));
            return ExitCode.OK;
        }
        if (line.has("--report")) {
            return reportAgain(Path.of(line.text("--report")));
        }
        List<String> notes = new ArrayList<>();
        Places places = CompareOptions.places(line, repository);
        Experiment experiment = FileLimit.possible(places.generators().divided(ExperimentFile.read(experiments,
                line.word("experiment", CompareOptions.DEFAULT_EXPERIMENT), ExperimentFile.overrides(line)), notes),
                notes);
        if (!line.has("--plan")) {
            places.check(experiment);
        }
        System.out.println(Outline.head(experiment, places));
        List<Guess> guesses = line.has("--guess") ? Guessing.onTerminal().ask(experiment) : List.of();
        System.out.println(Outline.predictions(experiment));
        notes.forEach(System.out::println);
        return line.has("--plan") ? ExitCode.OK : make(experiment, places, notes, guesses, line.has("--ceiling"));
    }

    private ExitCode make(Experiment experiment, Places places, List<String> notes, List<Guess> guesses, boolean anew)
            throws IOException, UsageException, InterruptedException {
        try (MachineLock _ = MachineLock.take(experiment.name())) {
            Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find(),
                    places);
            Path folder = RunFolder.create(repository, experiment.name()).path();
            var environment = Environment.describe(installation, experiment);
            ExperimentRunner runner = new ExperimentRunner(installation, experiment, folder, RunObserver.NONE);
            try {
                if (!measuring.completes(() -> {
                    if (!places.generators().areElsewhere()) {
                        environment.put(GeneratorCeiling.NAME,
                                new GeneratorCeiling(installation).find(anew, System.out));
                    }
                    runner.run();
                })) {
                    System.out.println();
                    System.out.println("stopped; reporting what was measured");
                }
            } catch (IOException e) {      // a full disk, no process to be had: what was measured before is kept
                System.out.println();
                System.err.println("compare: " + e + "; reporting what was measured");
                notes.add("Ended by " + e);
            }
            boolean complete = runner.runs().size() == experiment.runs();
            return report(new Results(experiment, runner.runs(), environment, notes, complete, guesses), folder);
        }
    }

    /** @throws IOException also where the file is none that compare wrote: nothing in it need fit together then */
    static ExitCode reportAgain(Path folder) throws IOException {
        try {
            return report(ResultsFile.read(folder), folder);
        } catch (RuntimeException e) {
            throw new IOException(folder.resolve(ResultsFile.NAME) + " holds no results of compare (" + e + ")", e);
        }
    }

    private static ExitCode report(Results results, Path folder) throws IOException {
        if (results.runs().isEmpty()) {
            System.out.println("nothing was measured");
            return ExitCode.FAILED;
        }
        Analysis analysis = Analysis.of(results);
        System.out.print(Report.write(analysis, folder));
        return analysis.hasUsablePoint() ? ExitCode.OK : ExitCode.FAILED;
    }
}
