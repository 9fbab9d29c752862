package lab;

import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.process.Measuring;
import common.process.StopHook;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import load.RunFolder;
import load.install.JmeterSearch;

/**
 * The program {@code ./run.sh compare}: reads an experiment, carries it out, writes its report. Works on the main
 * thread; Ctrl-C or SIGTERM starts the JVM's shutdown, which interrupts that thread and waits until it has reported
 * what there is.
 */
public final class Compare {
    private final Path repository;
    private final Path experiments;
    private final Measuring measuring = new Measuring();

    private Compare(Path repository) {
        this.repository = repository;
        this.experiments = repository.resolve("jmeter/experiments");
    }

    public static void main(String... arguments) throws InterruptedException {
        Compare compare = new Compare(Tool.repository());
        ExitCode code;
        try (StopHook _ = new StopHook(compare.measuring::stop, () -> { })) {
            code = new Tool("compare", "[EXPERIMENT] [--KEY VALUE]… [--guess | --plan]")
                    .run(() -> compare.run(arguments));
        }
        System.exit(code.code());
    }

    private ExitCode run(String... arguments) throws IOException, UsageException, InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(Help.text());
            return ExitCode.OK;
        }
        CompareOptions options = CompareOptions.parse(arguments);
        if (options.list()) {
            System.out.print(Help.list(experiments));
            return ExitCode.OK;
        }
        if (!options.report().isEmpty()) {
            return reportAgain(Path.of(options.report()));
        }
        List<String> notes = new ArrayList<>();
        Places places = options.places().places(repository);
        Experiment experiment = FileLimit.possible(places.divided(
                ExperimentFile.read(experiments, options.experiment(), options.overrides()), notes), notes);
        if (!options.planOnly()) {
            places.check(experiment);
        }
        System.out.println(Outline.head(experiment, places));
        Optional<List<Guess>> guesses = options.guess() ? guesses(experiment) : Optional.of(List.of());
        if (guesses.isEmpty()) {
            return ExitCode.FAILED;
        }
        System.out.println(Outline.predictions(experiment));
        notes.forEach(System.out::println);
        return options.planOnly() ? ExitCode.OK
                : make(experiment, places, notes, guesses.get(), options.ceiling());
    }

    /** Before theory says anything. None where the person went away instead. */
    private Optional<List<Guess>> guesses(Experiment experiment) throws IOException, UsageException {
        Guessing guessing = Guessing.onTerminal();
        try {
            measuring.begin();
            return Optional.of(guessing.ask(experiment));
        } catch (InterruptedException e) {
            // Only the shutdown interrupts, and it waits until this thread has ended.
            System.out.println();
            System.out.print("stopped; nothing was measured");
            return Optional.empty();
        } finally {
            measuring.end();
            System.out.println();
        }
    }

    private ExitCode make(Experiment experiment, Places places, List<String> notes, List<Guess> guesses, boolean anew)
            throws IOException, UsageException, InterruptedException {
        MachineLock lock = MachineLock.take(experiment.name());
        try (lock) {
            Installation installation = new Installation(repository, new JmeterSearch(repository, System.err).find(),
                    places);
            Path folder = RunFolder.create(repository, experiment.name()).path();
            var environment = Environment.describe(installation, experiment);
            ExperimentRunner runner = new ExperimentRunner(installation, experiment, folder);
            makeRuns(() -> {
                if (!places.generators().isElsewhere()) {
                    environment.put(GeneratorCeiling.NAME, new GeneratorCeiling(installation).find(anew, System.out));
                }
                runner.run();
            }, notes);
            return report(new Results(experiment, runner.runs(), environment, notes, runner.isComplete(), guesses),
                    folder);
        }
    }

    /** What measures, for as long as it may. */
    private interface Work {
        void run() throws IOException, UsageException, InterruptedException;
    }

    private void makeRuns(Work work, List<String> notes) throws UsageException {
        try {
            measuring.begin();
            work.run();
        } catch (InterruptedException | ClosedByInterruptException e) {
            // Only the shutdown interrupts, and it waits until this thread has reported what was measured.
            System.out.println();
            System.out.println("stopped; reporting what was measured");
        } catch (IOException e) {      // a full disk, no process to be had: what was measured before is kept
            System.out.println();
            System.err.println("compare: " + e + "; reporting what was measured");
            notes.add("Ended by " + e);
        } finally {
            measuring.end();
        }
    }

    /** @throws IOException also where the file is none that compare wrote: nothing in it need fit together then */
    private static ExitCode reportAgain(Path folder) throws IOException {
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
