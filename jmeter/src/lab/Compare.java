package lab;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.ResultsFile;
import lab.judge.Analysis;
import lab.judge.Verdict.Outcome;
import lab.judge.Verdict;
import lab.report.Report;
import lab.run.ExperimentRunner.Measured;
import lab.run.ExperimentRunner;
import lab.run.Places;
import lab.run.Policy;
import lab.run.RunObserver;
import learner.Compilation;
import learner.Exercise;
import load.PlanXml;
import load.RemoteServers;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Measuring;
import text.StatusLine;

/** {@code ./run.sh compare}: reads an experiment, runs it and writes its report. */
public final class Compare {
    private static final String DEFAULT_EXPERIMENT = "story";
    /** Of earlier versions. Scripts may have it. */
    private static final String GUESS = "--guess";
    private static final String NOTHING = "nothing was measured";
    private static final List<Option> OWN = List.of(
            RemoteServers.option("jmeter-servers on other machines, which make the load and share the users"),
            new Option("--service-two", "HOST:PORT", "", "HOST:PORT",
                    text -> HostPort.parse(text).filter(place -> place.port() > 0).isPresent(),
                    "a service two that is already running elsewhere, with the waits that the experiment needs"),
            new Option("--bind", "ADDRESS", "", "an address of this machine", text -> !text.isBlank(),
                    "address of this machine at which the jmeter-servers reach service one"),
            Option.flag(GUESS, ""),
            Option.flag("--plan", "print the plan and its predictions; measure nothing"),
            // an empty FOLDER would start the default experiment
            new Option("--report", "FOLDER", "", "the folder of an earlier run", text -> !text.isBlank(),
                    "write the report of an earlier run again, from its results.json"),
            Option.text("--find", "BOUNDS", "", "bounds: " + Goal.EXAMPLE, "search the highest load that meets these "
                    + "bounds, such as '" + Goal.EXAMPLE + "': from the least users or rate up to the greatest, or "
                    + "without a limit if there is only one"),
            new Option("--against", "FOLDER", "", "the folder of an earlier run", text -> !text.isBlank(),
                    "also print the figures beside those of an earlier run, and which conditions differ"),
            Option.flag("--check", "end with exit code 4 if a hypothesis is refuted, or else 5 if one is undecided"),
            Option.flag("--list", "list the experiments and their durations"));

    static final Tool TOOL = new Tool("compare", "compare [EXPERIMENT] [--KEY VALUE]… [--plan]", """
            Puts the same load on each contender of an experiment (a mode of service one, your exercise, or another
            program), predicts the result by theory, measures it, and writes a report to jmeter/results/. EXPERIMENT
            is a file in jmeter/experiments/, or the path of another file, such as one exported from free play
            (./run.sh class); the default is %s.

            An option replaces the value of the same name in the file; the defaults are in brackets. A contender's SPEC
            is one of
              'pool --threads 50'   a mode of service one, with options
              'loom | -Xmx256m'     the same, with options for its JVM
              'loom --exercise 8'   the same, with your solution of that exercise (--thread-dumps: one each second)
              'command: ./mine --port {port} --backend {service-two}'
                                    a program of your own, which must listen on {port}; {service-two} becomes
                                    HOST:PORT of service two, for its calls. It runs in the current folder and without
                                    a shell: for variables, use env NAME=VALUE; --only NAME leaves the others out
            """.formatted(DEFAULT_EXPERIMENT), Stream.concat(Experiment.KEYS.stream(), OWN.stream()).toList(), """
            Exit codes: 0 a report was written; 1 the command line is wrong; 2 could not start, because something is
            missing or another experiment is running on this machine; 3 no result of the report is valid;
            4 and 5 with --check: a hypothesis (expect, refute) is refuted, or none is and one is undecided;
            130 after Ctrl-C, with a report of the runs so far.
            """);

    private final Path repository = Tool.repository();
    private final Measuring measuring;
    private final PrintStream out;

    Compare(Measuring measuring, PrintStream out) {
        this.measuring = measuring;
        this.out = out;
    }

    public static void main(String... arguments) throws InterruptedException {
        Measuring.main(TOOL, arguments, measuring -> line -> new Compare(measuring, System.out).run(line));
    }

    static void check(CommandLine line) {
        if (line.has("--report") && (!Set.of("--report", "--check", "--against").containsAll(line.options().keySet())
                || !line.words().isEmpty())) {
            throw new UsageException("--report stands alone: it takes no experiment, and no other option than --check "
                    + "and --against");
        }
        if (line.has(GUESS)) {
            throw new UsageException("--guess has gone: ./run.sh class asks for predictions, and shows them");
        }
        if (line.has("--find") && (line.has("--check") || line.has("--against"))) {
            throw new UsageException("--find searches a load, and --check and --against are about given loads: leave "
                    + "them out");
        }
    }

    /** Nothing can refute an experiment without hypotheses, so a check of it would always pass. */
    private static void checkHypotheses(CommandLine line, Experiment experiment) {
        if (line.has("--check") && experiment.claims().hypotheses().isEmpty()) {
            throw new UsageException("--check needs a hypothesis, and " + experiment.name() + " has none that these "
                    + "options leave in force; add one: --expect 'loom/pool-200 throughput >= 4.5 at 1000'");
        }
    }

    static void checkMethod(Experiment experiment) {
        if (experiment.contenders().stream().anyMatch(Contender::isServiceOne)
                && !experiment.workload().message().method().equals("GET")) {
            throw new UsageException("service one's modes answer only GET: compare only your own contender, with "
                    + "--only NAME");
        }
    }

    /** The load goes to the contender, and has the size that the report states. */
    static void checkPlan(Experiment experiment) {
        if (experiment.workload().plan().isEmpty()) {
            return;
        }
        Path plan = experiment.workload().plan().get();
        Set<String> read;
        try {
            read = PlanXml.read(plan).defaults().keySet();
        } catch (IOException e) {
            throw new UsageException(experiment.name() + ": cannot read " + plan + ": " + e.getMessage());
        }
        String size = experiment.loads().stream().anyMatch(Load::isOpen) ? "rate" : "users";
        for (String property : List.of("host", "port", "seconds", size)) {
            if (!read.contains(property)) {
                throw new UsageException(experiment.name() + ": jmeter-plan: " + plan + " does not read the property "
                        + property + ": write ${__P(" + property + ",)} where it belongs");
            }
        }
    }

    static Places places(CommandLine line, Path repository) {
        return new Places(line.text("--bind"), HostPort.parse(line.text("--service-two")),
                RemoteServers.of(line), repository);
    }

    ExitCode run(CommandLine line) throws IOException, InterruptedException {
        check(line);
        Path experiments = repository.resolve("jmeter/experiments");
        if (line.has("--list")) {
            out.print(Outline.list(experiments));
            return ExitCode.OK;
        }
        if (line.has("--report")) {
            return reportAgain(line);
        }
        Places places = places(line, repository);
        Experiment wanted = Exercise.described(repository, Experiment.read(experiments,
                line.word("experiment", DEFAULT_EXPERIMENT), Experiment.overrides(line)));
        ExperimentRunner runner =
                new ExperimentRunner(wanted, line.has("--find") ? Policy.FIND : Policy.COMPARE, places);
        Experiment experiment = runner.experiment();
        Verdict.check(experiment);
        checkMethod(experiment);
        checkPlan(experiment);
        checkHypotheses(line, experiment);
        if (!line.has("--plan")) {
            places.check(experiment);
        }
        if (line.has("--find")) {
            return find(line, runner, places.generators().machines());
        }
        out.println(Outline.head(experiment, places));
        out.println(Outline.predictions(experiment));
        runner.notes().forEach(out::println);
        return line.has("--plan") ? ExitCode.OK : measure(line, runner);
    }

    private Map<Integer, Path> exercises(Experiment experiment) throws IOException, InterruptedException {
        Map<Integer, Path> exercises = new HashMap<>();
        for (Contender contender : experiment.contenders()) {
            if (contender.exercise().isPresent()) {
                int number = contender.exercise().get();
                exercises.put(number, Compilation.ofLearner(repository, number));
            }
        }
        return exercises;
    }

    private JmeterHome jmeter() throws IOException, InterruptedException {
        return new JmeterSearch(repository, System.err).find();
    }

    private ExitCode find(CommandLine line, ExperimentRunner runner, int machines)
            throws IOException, InterruptedException {
        Knee knee = new Knee(runner.experiment(), Goal.parse(line.options().get("--find")), machines);
        out.println(knee.plan());
        runner.notes().forEach(out::println);
        if (line.has("--plan")) {
            return ExitCode.OK;
        }
        Map<Integer, Path> exercises = exercises(runner.experiment());
        Measured measured = runner.search(knee, jmeter(), exercises, knee.observer(StatusLine.on(System.out)),
                measuring);
        if (knee.runs().isEmpty()) {
            out.println(NOTHING);
            return ExitCode.FAILED;
        }
        out.println("\n" + String.join("\n", knee.notes()));
        Report.write(Analysis.of(knee.noted(measured.results())), measured.folder());
        out.println("\nall runs: " + measured.folder().resolve("index.html"));
        return knee.hasResult() ? ExitCode.OK : ExitCode.FAILED;
    }

    private ExitCode measure(CommandLine line, ExperimentRunner runner)
            throws IOException, InterruptedException {
        Optional<Analysis> before = before(line);
        Map<Integer, Path> exercises = exercises(runner.experiment());
        Measured measured = runner.run(jmeter(), exercises, new RunObserver(), measuring);
        return report(line, Analysis.of(measured.results()), before, measured.folder());
    }

    private ExitCode reportAgain(CommandLine line) throws IOException {
        Path folder = Path.of(line.text("--report"));
        Optional<Analysis> before = before(line);
        Analysis again = stored(folder);
        checkHypotheses(line, again.experiment());
        try {
            return report(line, again, before, folder);
        } catch (RuntimeException e) {
            throw noResults(folder, e);
        }
    }

    private static Optional<Analysis> before(CommandLine line) throws IOException {
        return line.has("--against") ? Optional.of(stored(Path.of(line.text("--against")))) : Optional.empty();
    }

    private static Analysis stored(Path folder) throws IOException {
        try {
            Analysis analysis = Analysis.of(ResultsFile.read(folder));
            new BeforeAfter(analysis, analysis).text();      // it would fail only after a measurement
            return analysis;
        } catch (RuntimeException e) {
            throw noResults(folder, e);
        }
    }

    /** Each of the file's values is of the right kind, but together they are no results. */
    private static IOException noResults(Path folder, RuntimeException cause) {
        return new IOException(folder.resolve(ResultsFile.NAME) + " contains no results of compare (" + cause + ")",
                cause);
    }

    private ExitCode report(CommandLine line, Analysis analysis, Optional<Analysis> before, Path folder)
            throws IOException {
        if (analysis.results().runs().isEmpty()) {
            out.println(NOTHING);
            return ExitCode.FAILED;
        }
        out.print(Report.write(analysis, folder));
        if (before.isPresent()) {
            String text = new BeforeAfter(before.get(), analysis).text();
            Report.write(folder, BeforeAfter.FILE, text);
            out.print("\n" + text);
        }
        return exitCode(analysis, line.has("--check"));
    }

    static ExitCode exitCode(Analysis analysis, boolean isChecked) {
        if (!analysis.hasValidPoint()) {
            return ExitCode.FAILED;
        }
        return isChecked ? verdict(analysis) : ExitCode.OK;
    }

    private static ExitCode verdict(Analysis analysis) {
        List<Outcome> outcomes = Verdict.of(analysis).stream().map(Verdict::outcome).toList();
        if (outcomes.contains(Outcome.REFUTED)) {
            return ExitCode.REFUTED;
        }
        return outcomes.contains(Outcome.UNDECIDED) ? ExitCode.UNDECIDED : ExitCode.OK;
    }
}
