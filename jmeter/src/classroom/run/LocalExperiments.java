package classroom.run;

import classroom.run.Worker.Position;
import common.commandline.CommandLine.UsageException;
import common.http.Changes;
import common.http.HttpText;
import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Results;
import lab.judge.Run;
import lab.report.Report;
import lab.run.ExperimentRunner;
import lab.run.FileLimit;
import lab.run.Installation;
import lab.run.RunObserver;
import lab.run.Sitting;
import load.MeasuredService;
import load.install.JmeterHome;
import load.install.JmeterSearch;

/**
 * Carries experiments out with service one, service two and JMeter on this machine, as {@code compare} does, and writes
 * the same report of each to jmeter/results. A JMeter that was missing is looked for again, so that the page goes on
 * when somebody has installed it. The worker's thread carries out, any thread may ask for the problem.
 */
public final class LocalExperiments implements Experiments {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    private final Path repository;
    private final Changes changes;
    private volatile String problem = "";

    public LocalExperiments(Path repository, Changes changes) {
        this.repository = repository;
        this.changes = changes;
    }

    /** Fetches a JMeter if there is none. What it says while it does is on standard error, too. */
    @Override
    public void prepare() throws InterruptedException {
        if (hasJmeter()) {
            return;
        }
        problem = "JMeter is being fetched, once; the terminal shows how far that is";
        changes.tell();
        try {
            jmeter();
        } catch (IOException e) {
            System.err.println("class: nothing can be run: " + e.getMessage());
        }
        changes.tell();
    }

    /** The one to use, fetched now if there is none. @throws IOException where there is none to be had; says why */
    private JmeterHome jmeter() throws IOException, InterruptedException {
        try {
            JmeterHome home = new JmeterSearch(repository, System.err).find();
            problem = "";
            return home;
        } catch (IOException e) {
            problem = e.getMessage();
            throw e;
        }
    }

    private boolean hasJmeter() {
        try {
            return new JmeterSearch(repository, NOWHERE).present().isPresent();
        } catch (IOException e) {
            return false;      // what it says is known: it is the problem
        }
    }

    @Override
    public String problem() {
        if (!problem.isEmpty() && hasJmeter()) {
            problem = "";
            changes.tell();      // to the pages that have been told of the problem
        }
        return problem;
    }

    @Override
    public Measured carryOut(Experiment wanted, Pictures pictures, Consumer<Position> progress) throws Exception {
        List<String> notes = new ArrayList<>();
        Experiment experiment = FileLimit.possible(wanted, notes);
        try (Sitting sitting = begin(experiment)) {
            Map<String, String> environment = sitting.environment(experiment);
            Watcher watcher = new Watcher(experiment, pictures, progress);
            ExperimentRunner runner = sitting.runner(experiment, watcher);
            runner.run();
            report(new Results(experiment, runner.runs(), environment, notes, true, List.of()), sitting.folder());
            return new Measured(runner.runs(), watcher.traces);
        }
    }

    private Sitting begin(Experiment experiment) throws IOException, InterruptedException {
        return Sitting.begin("class-" + experiment.name(), new Installation(repository, jmeter()));
    }

    /** What was measured is good without it, on a full disk for example. */
    private static void report(Results results, Path folder) {
        try {
            Report.write(Analysis.of(results), folder);
        } catch (IOException e) {
            System.err.println("class: no report of " + results.experiment().name() + " in " + folder + ": " + e);
        }
    }

    @Override
    public void watch(List<Experiment> atOnce, Pictures pictures, Duration longest) throws Exception {
        try (Sitting sitting = begin(atOnce.getFirst())) {
            List<Callable<Run>> sides = new ArrayList<>();
            for (Experiment experiment : atOnce) {
                Watcher watcher = new Watcher(experiment, pictures, _ -> { });
                ExperimentRunner runner = sitting.runner(experiment, watcher);
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

    /**
     * Tells the page where an experiment is, has pictures made of each contender that is a service one, and takes the
     * stack trace of a failing request (service one's route {@code /trace}) in each mode.
     */
    static final class Watcher extends RunObserver {
        private static final int TIMEOUT_MILLIS = 10_000;
        private static final int MOST_LINES = 40;

        private final List<String> contenders;
        private final boolean wantsTraces;
        private final Pictures pictures;
        private final Consumer<Position> told;
        private final long whole;
        private final Map<String, List<String>> traces = new LinkedHashMap<>();      // by contender
        private int contender;
        private long afterwards;

        Watcher(Experiment experiment, Pictures pictures, Consumer<Position> told) throws UsageException {
            contenders = experiment.contenders().stream().map(Contender::name).toList();
            // A trace takes a request's whole time: so only where a mode takes part whose trace is another one.
            wantsTraces = experiment.contenders().stream()
                    .anyMatch(each -> each.isServiceOne(mode -> !mode.hasThreadPerConnection()));
            this.pictures = pictures;
            this.told = told;
            whole = ExperimentRunner.longest(experiment, false).toMillis();
        }

        @Override
        public void begin(int number, int of, Contender next, Load load, Duration after) {
            contender = contenders.indexOf(next.name());
            afterwards = after.toMillis();
        }

        @Override
        public void phase(String phase, long millis) {
            told.accept(new Position(contender, phase, System.currentTimeMillis() + millis + afterwards, whole));
        }

        /** Thousands of requests a second would be what the room sees first. */
        @Override
        public boolean allowsWarmUpByWork() {
            return false;
        }

        @Override
        public void ready(Child program, HostPort place) throws IOException, InterruptedException {
            Optional<MeasuredService> serviceOne = MeasuredService.at(place);
            if (serviceOne.isPresent()) {      // a command of the user's own has no such figures
                if (wantsTraces) {
                    traces.put(contenders.get(contender), trace(place));
                }
                pictures.begin(contenders.get(contender), serviceOne.get().stats());
            }
        }

        private static List<String> trace(HostPort place) {
            try {
                String text = HttpText.getAny(URI.create("http://" + place + "/trace"), TIMEOUT_MILLIS,
                        Map.of("Authorization", "token"));
                return text.lines().limit(MOST_LINES).toList();
            } catch (IOException e) {
                return List.of("no stack trace: " + e.getMessage());
            }
        }

        /** What stays beside the next contender's picture is the load, not its running out. */
        @Override
        public void windowEnds() {
            pictures.end(contenders.get(contender));
        }

        /** What the page says next, of another run or of the experiment's end, says more than the outcome. */
        @Override
        public void ended(Run run, String outcome) {
            pictures.end(run.contender());
        }
    }
}
