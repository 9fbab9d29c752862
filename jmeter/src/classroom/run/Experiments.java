package classroom.run;

import module java.base;
import classroom.lesson.Lesson;
import classroom.page.Changes;
import classroom.run.Worker.Position;
import common.http.HttpText;
import common.io.HostPort;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Results;
import experiment.Run;
import lab.judge.Analysis;
import lab.report.Report;
import lab.run.ExperimentRunner;
import lab.run.Places;
import lab.run.Policy;
import lab.run.RunObserver;
import load.MeasuredService;
import load.install.JmeterSearch;
import process.MachineLock;
import process.Measuring;

/**
 * Carries out experiments as {@code compare} does, and writes the same report to jmeter/results.
 * The worker's thread carries out the experiments. Any thread may call {@code problem()}.
 */
public class Experiments {
    public record Measured(List<Run> runs, Map<String, List<String>> traces) {
    }

    private final JmeterSearch search;
    private final Changes changes = new Changes();
    private volatile String problem = "";

    public Experiments(JmeterSearch search) {
        this.search = search;
    }

    public void prepare() throws InterruptedException {
        setProblem("JMeter is still being downloaded. This happens only once. The terminal shows the progress");
        try {
            search.find();
            setProblem("");
        } catch (IOException e) {
            setProblem(e.getMessage() + ".\nThen start ./run.sh class again");
            search.progress().println("class: no experiment can be run: " + problem);
        }
    }

    public Changes changes() {
        return changes;
    }

    private void setProblem(String why) {
        problem = why;
        changes.announce();
    }

    /** Why no experiment can run now; empty if one can. */
    public String problem() {
        return problem;
    }

    /**
     * Another process that measures on this machine; empty if none does.
     * Do not call it while this process runs an experiment: the call may release this process's own lock.
     */
    public String otherMeasurement() {
        try {
            return MachineLock.ofUser().holder()
                    .map(name -> "Another program measures on this machine (" + name + ")").orElse("");
        } catch (IOException e) {
            return "";      // the experiment will fail, and say why
        }
    }

    /** Runs on the calling thread. An interrupt stops the experiment and its programs. */
    public Measured carryOut(Experiment wanted, Pictures pictures, Consumer<Position> progress) throws Exception {
        ExperimentRunner runner =
                new ExperimentRunner(wanted, Policy.CLASS, Places.onThisMachine(search.repository()));
        Watcher watcher = new Watcher(runner.experiment(), pictures, progress);
        ExperimentRunner.Measured measured = runner.run(search.find(), Map.of(), watcher, Measuring.onOwnThread());
        if (!measured.results().complete()) {
            throw new InterruptedException();
        }
        report(measured.results(), measured.folder());
        return new Measured(measured.results().runs(), watcher.traces);
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

    static final class Watcher extends RunObserver {
        private static final int TIMEOUT_MILLIS = 10_000;
        private static final int MOST_LINES = 40;

        private final Experiment experiment;
        private final boolean wantsTraces;
        private final Pictures pictures;
        private final Consumer<Position> progress;
        private final long whole;
        final Map<String, List<String>> traces = new LinkedHashMap<>();
        private int number;            // of the present run, counted from 0
        private String name = "";
        private long laterRunsMillis;      // the most that later runs can take

        Watcher(Experiment experiment, Pictures pictures, Consumer<Position> progress) {
            this.experiment = experiment;
            // Stack traces take time, and look alike in all modes with a thread for each connection.
            wantsTraces = experiment.contenders().stream().flatMap(each -> each.serviceOne().stream())
                    .anyMatch(one -> !one.mode().hasThreadPerConnection());
            this.pictures = pictures;
            this.progress = progress;
            whole = ExperimentRunner.longestDuration(experiment, Policy.CLASS).toMillis();
        }

        @Override
        public void begin(int number, int all, Contender next, Load load, Duration afterwards) {
            this.number = number - 1;
            name = Lesson.name(experiment, next.name(), load);
            laterRunsMillis = afterwards.toMillis();
        }

        @Override
        public void phase(String phase, long millis) {
            long left = millis + laterRunsMillis;
            progress.accept(new Position(number, phase, System.currentTimeMillis() + left, whole));
        }

        @Override
        public void ready(HostPort place) throws IOException, InterruptedException {
            Optional<MeasuredService> serviceOne = MeasuredService.at(place);
            if (serviceOne.isPresent()) {
                if (wantsTraces) {
                    traces.put(name, trace(place));
                }
                pictures.begin(name, serviceOne.get().stats());
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
            pictures.end(name);
        }

        @Override
        public void ended(Run run) {
            pictures.end(name);
        }

        @Override
        public void stopped() {
        }

        @Override
        public void cannotContinue(IOException why) throws IOException {
            throw why;
        }
    }
}
