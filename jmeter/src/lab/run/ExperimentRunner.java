package lab.run;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run.Measurement;
import experiment.Run;
import lab.judge.Validity;
import model.Predictor;
import process.Child.ProgramFailure;
import process.Time;
import text.Numbers;

/** Performs all runs of an experiment, one after the other, on the calling thread. An interrupt ends the experiment. */
public final class ExperimentRunner {
    /** Ctrl-C ends the programs, perhaps before it interrupts this thread. A failure waits for that interrupt. */
    private static final long CTRL_C_MILLIS = 300;

    /** Makes the measurement of one run. */
    interface Measurer {
        Measurement measure(Slot slot, Path jtl) throws IOException, InterruptedException;

        /** What a reader of the results should know. */
        default Set<String> notes() {
            return Set.of();
        }
    }

    private final Experiment experiment;
    private final Path jtls;
    private final RunObserver observer;
    private final Measurer measurer;
    private final Time time;
    private final List<Run> runs = new ArrayList<>();
    private final Map<String, String> hopeless = new HashMap<>();
    private int planned;
    private boolean complete;

    ExperimentRunner(Experiment experiment, Path folder, RunObserver observer, Measurer measurer, Time time) {
        this.experiment = experiment;
        this.jtls = folder.resolve("jtl");
        this.observer = observer;
        this.measurer = measurer;
        this.time = time;
    }

    /**
     * The duration if every warm-up reaches its limit.
     *
     * @param firstWarmUp whether contenders have a first warm-up, with short waits
     */
    public static Duration longestDuration(Experiment experiment, boolean firstWarmUp) throws UsageException {
        return Slot.all(experiment, firstWarmUp).stream().map(Slot::longestDuration)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The duration if every warm-up is as short as usual. */
    public static Duration usualDuration(Experiment experiment, boolean firstWarmUp) throws UsageException {
        return Slot.all(experiment, firstWarmUp).stream().map(Slot::usualDuration)
                .reduce(Duration.ZERO, Duration::plus);
    }

    public static Prediction predict(Experiment experiment, Contender contender, Load load) throws UsageException {
        return Predictor.predict(experiment, contender, load, Runtime.getRuntime().availableProcessors());
    }

    /** @throws InterruptedException after an interrupt; {@link #runs} still has the finished runs */
    public void run() throws IOException, UsageException, InterruptedException {
        run(0);
    }

    /** Also runs rounds again, at most as many as were asked for. */
    public void runWithReruns() throws IOException, UsageException, InterruptedException {
        run(experiment.repeat() * experiment.loads().size());
    }

    private void run(int moreRounds) throws IOException, UsageException, InterruptedException {
        Files.createDirectories(jtls);
        List<Slot> slots = Slot.all(experiment, observer.allowsWarmUpByWork());
        int round = experiment.contenders().size();
        Reruns reruns = new Reruns(moreRounds, run -> whyHopeless(run.contender(), run.load()).isPresent());
        planned = slots.size();
        for (int next = 0; next < slots.size(); next += round) {
            List<Slot> later = slots.subList(next + round, slots.size());
            List<Slot> slotsOfRound = slots.subList(next, next + round);
            List<Run> last = perform(slotsOfRound, later);
            for (int attempt = 2; reruns.isNeeded(last, attempt > 2); attempt++) {
                planned += round;
                last = perform(Slot.again(slotsOfRound, attempt), later);
            }
        }
        complete = true;
    }

    private List<Run> perform(List<Slot> round, List<Slot> later) throws IOException, InterruptedException {
        Duration left = Stream.concat(round.stream(), later.stream()).map(Slot::longestDuration)
                .reduce(Duration.ZERO, Duration::plus);
        List<Run> made = new ArrayList<>();
        for (Slot slot : round) {
            left = left.minus(slot.longestDuration());
            observer.begin(runs.size() + 1, planned, slot.contender(), slot.load(), left);
            Run run = perform(slot);
            runs.add(run);
            made.add(run);
            observer.ended(run, outcome(run));
        }
        return made;
    }

    private Optional<String> whyHopeless(String contender, Load load) {
        return Optional.ofNullable(hopeless.getOrDefault(contender, hopeless.get(contender + load.path())));
    }

    private Run perform(Slot slot) throws IOException, InterruptedException {
        String contender = slot.contender().name();
        Optional<String> why = whyHopeless(contender, slot.load());
        if (why.isPresent()) {
            return failed(slot, why.get() + " (not tried again)");
        }
        Path jtl = jtls.resolve(slot.fileName() + ".jtl");
        try {
            return new Run(contender, slot.load(), slot.repetition(), slot.predicted(), "",
                    measurer.measure(slot, jtl));
        } catch (ProgramFailure e) {
            time.sleep(CTRL_C_MILLIS);
            if (e instanceof Programs.NotStarted) {
                hopeless.put(contender, e.getMessage());
            } else if (e instanceof LoadPhase.WrongAnswers) {
                hopeless.put(contender + slot.load().path(), e.getMessage());
            }
            return failed(slot, e.getMessage());
        } finally {
            compress(jtl);
        }
    }

    private static Run failed(Slot slot, String why) {
        return Run.failed(slot.contender().name(), slot.load(), slot.repetition(), slot.predicted(), why);
    }

    private static void compress(Path file) throws IOException {
        if (Files.exists(file)) {
            Path compressed = file.resolveSibling(file.getFileName() + ".gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
                Files.copy(file, out);
            } catch (IOException e) {
                throw Tool.named(compressed, e);
            }
            Files.delete(file);
        }
    }

    static String outcome(Run run) {
        if (!run.isMeasured()) {
            return "NOT MEASURED: " + run.failure();
        }
        String p99 = Metric.P99.hasEnoughAnswers(run) ? "p99 " + text(run, Metric.P99) + " ms"
                : "p99 needs " + Metric.P99.missingAnswers(run) + " more requests";
        String latency = run.queueGrows() ? "latency grows" : "p50 " + text(run, Metric.P50) + " ms, " + p99;
        String figures = text(run, Metric.THROUGHPUT) + " requests/s, " + latency + ", "
                + text(run, Metric.CPU_PER_REQUEST) + " µs of CPU time per request"
                + (run.measured().costs().losesChildren() ? " (a process ignores SIGCHLD)" : "");
        String warmUp = run.measured().warmUp().problem();
        String beside = run.beside().map(second -> "; beside it " + text(run, Metric.THROUGHPUT_BESIDE)
                + " requests/s, " + (second.queueGrows() ? "latency grows" : "p50 " + text(run, Metric.P50_BESIDE)
                + " ms")).orElse("");
        return figures + beside + (warmUp.isEmpty() ? "" : "; " + warmUp) + Validity.of(run).reasons().stream().limit(1)
                .map(finding -> "; INVALID: " + finding.text()).collect(Collectors.joining());
    }

    private static String text(Run run, Metric metric) {
        return Numbers.text(metric.of(run));
    }

    /** False if the experiment ended early. */
    public boolean isComplete() {
        return complete;
    }

    public List<Run> runs() {
        return List.copyOf(runs);
    }

    public Set<String> notes() {
        return measurer.notes();
    }
}
