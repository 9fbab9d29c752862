package classroom.run;

import module java.base;
import classroom.page.Changes;
import classroom.run.Worker.Position;
import common.commandline.CommandLine.UsageException;
import common.http.HttpText;
import common.io.HostPort;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.judge.Analysis;
import lab.report.Report;
import lab.results.Results;
import lab.results.Run;
import lab.run.ExperimentRunner;
import lab.machine.FileLimit;
import lab.run.Installation;
import lab.run.RunObserver;
import lab.run.Sitting;
import load.MeasuredService;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Child.ProgramFailure;
import process.Child;
import process.MachineLock;

/**
 * Carries out experiments as {@code compare} does, and writes the same report to jmeter/results.
 * The worker's thread carries out the experiments. Any thread may call {@code problem()}.
 */
public final class LocalExperiments implements Experiments {
    private static final PrintStream NO_OUTPUT = new PrintStream(OutputStream.nullOutputStream());
    private static final Pattern HOLDER = Pattern.compile("(?<name>.+), pid (?<pid>\\d+)");

    private final JmeterSearch search;
    private final Changes changes;
    private volatile String problem = "";

    public LocalExperiments(JmeterSearch search, Changes changes) {
        this.search = search;
        this.changes = changes;
    }

    @Override
    public void prepare() throws InterruptedException {
        if (hasJmeter()) {
            return;
        }
        problem = "JMeter is still being downloaded. This happens only once. The terminal shows the progress";
        changes.announce();
        try {
            jmeter();
        } catch (IOException e) {
            search.progress().println("class: no experiment can be run: " + problem);
        }
        changes.announce();
    }

    private JmeterHome jmeter() throws IOException, InterruptedException {
        try {
            JmeterHome home = search.find();
            problem = "";
            return home;
        } catch (IOException e) {
            problem = e.getMessage() + ".\nThen start ./run.sh class again";
            throw e;
        }
    }

    private boolean hasJmeter() {
        try {
            return new JmeterSearch(search.repository(), NO_OUTPUT, search.environment()).present().isPresent();
        } catch (IOException e) {
            return false;      // the field problem says why
        }
    }

    @Override
    public String problem() {
        if (!problem.isEmpty() && hasJmeter()) {
            problem = "";
            changes.announce();      // pages still show the problem
        }
        return problem;
    }

    @Override
    public String otherMeasurement() throws IOException {
        return MachineLock.holder().map(LocalExperiments::inWords).orElse("");
    }

    /** @param holder the lock's text, such as {@code class-lesson-10, pid 2242} */
    static String inWords(String holder) {
        Matcher parts = HOLDER.matcher(holder);
        if (!parts.matches()) {
            return "Another program is measuring on this machine";
        }
        String name = parts.group("name");
        String what = name.startsWith("class-lesson-") ? "Lesson " + name.replace("class-lesson-", "")
                + " of another class is being measured" : switch (name) {
            case "class-free-play" -> "Another class is measuring in free play";
            case "class-side-by-side" -> "Another class is running two modes side by side";
            default -> "The experiment \"" + name + "\" is being measured";
        };
        return what + " on this machine (pid " + parts.group("pid") + ")";
    }

    @Override
    public Measured carryOut(Experiment wanted, Pictures pictures, Consumer<Position> progress) throws Exception {
        List<String> notes = new ArrayList<>();
        Experiment experiment = FileLimit.withinLimit(wanted, notes);
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
        return Sitting.begin("class-" + experiment.name(), new Installation(search.repository(), jmeter()));
    }

    /** The measurement counts even if the report cannot be written. */
    private static void report(Results results, Path folder) {
        try {
            Report.write(Analysis.of(results), folder);
        } catch (IOException e) {
            System.err.println("class: cannot write the report of " + results.experiment().name() + " to " + folder
                    + ": " + e);
        }
    }

    @Override
    public void watch(List<Experiment> sideBySide, Pictures pictures, Duration longest) throws Exception {
        try (Sitting sitting = begin(sideBySide.getFirst())) {
            List<Callable<Run>> sides = new ArrayList<>();
            for (Experiment experiment : sideBySide) {
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

    static final class Watcher extends RunObserver {
        private static final int TIMEOUT_MILLIS = 10_000;
        private static final int MOST_LINES = 40;

        private final List<String> contenders;
        private final boolean wantsTraces;
        private final Pictures pictures;
        private final Consumer<Position> progress;
        private final long whole;
        private final Map<String, List<String>> traces = new LinkedHashMap<>();
        private int contender;
        private long laterRunsMillis;      // the most that later runs can take

        Watcher(Experiment experiment, Pictures pictures, Consumer<Position> progress) throws UsageException {
            contenders = experiment.contenders().stream().map(Contender::name).toList();
            // Stack traces take time, and look alike in all modes with a thread for each connection.
            wantsTraces = experiment.contenders().stream()
                    .anyMatch(each -> each.isServiceOne(mode -> !mode.hasThreadPerConnection()));
            this.pictures = pictures;
            this.progress = progress;
            whole = ExperimentRunner.longestDuration(experiment, false).toMillis();
        }

        @Override
        public void begin(int number, int all, Contender next, Load load, Duration afterwards) {
            contender = contenders.indexOf(next.name());
            laterRunsMillis = afterwards.toMillis();
        }

        @Override
        public void phase(String phase, long millis) {
            long left = millis + laterRunsMillis;
            progress.accept(new Position(contender, phase, System.currentTimeMillis() + left, whole));
        }

        /** The first warm-up sends thousands of requests a second, and the live pictures would show them. */
        @Override
        public boolean allowsWarmUpByWork() {
            return false;
        }

        @Override
        public void ready(Child program, HostPort place) throws IOException, InterruptedException {
            Optional<MeasuredService> serviceOne = MeasuredService.at(place);
            if (serviceOne.isPresent()) {
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

        /** The last picture must show the contender under load. */
        @Override
        public void windowEnds() {
            pictures.end(contenders.get(contender));
        }

        @Override
        public void ended(Run run, String outcome) {
            pictures.end(run.contender());
        }
    }
}
