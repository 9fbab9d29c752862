package lab.run;

import module java.base;
import common.commandline.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Results;
import experiment.Run;
import load.RunFolder;
import load.install.JmeterHome;
import machine.FileLimit;
import model.Predictor;
import process.Executables;
import process.MachineLock;
import process.Measuring;
import process.Time;

/**
 * Carries out an experiment: the one way from what is asked to what came out. How callers differ is in
 * {@link Policy}, and what they show meanwhile is in {@link RunObserver}.
 */
public final class ExperimentRunner {
    /** @param folder with the logs and samples, for a report */
    public record Measured(Results results, Path folder) {
    }

    /** Chooses each run by the results of earlier ones. */
    public interface Search {
        void run(OneByOne runner) throws IOException, InterruptedException;
    }

    /** Makes the only run of an experiment. */
    public interface OneByOne {
        Run run(Experiment ofOneRun) throws IOException, InterruptedException;
    }

    private interface Work {
        void make(Rounds rounds) throws IOException, InterruptedException;
    }

    private final Policy policy;
    private final Places places;
    private final Experiment experiment;
    private final List<String> notes = new ArrayList<>();

    /** Fits the experiment to this machine's limit of open files and to the generators. {@link #notes} says how. */
    public ExperimentRunner(Experiment wanted, Policy policy, Places places) {
        this.policy = policy;
        this.places = places;
        String variables = Executables.jvmVariables(System.getenv());
        if (!variables.isEmpty()) {
            notes.add(variables + " is set here; the measured programs start without it.");
        }
        Experiment divided = places.generators().divided(wanted, notes);
        experiment = policy.startsContenders ? withinLimit(divided, notes, FileLimit.descriptors()) : divided;
    }

    /** A user needs two descriptors of service one: JMeter's connection, and a connection to service two. */
    static Experiment withinLimit(Experiment experiment, List<String> notes, long descriptors) {
        long users = FileLimit.connections(descriptors);
        List<Load> within = new ArrayList<>(experiment.loads());
        if (!within.removeIf(load -> load.users() > users)) {
            return experiment;
        }
        String beyond = experiment.loads().stream().filter(load -> !within.contains(load))
                .map(Load::label).distinct().collect(Collectors.joining(", "));
        String note = beyond + ": left out, because a user needs two file descriptors and only " + descriptors
                + " are allowed (ulimit -n)";
        if (within.isEmpty()) {
            throw new UsageException(note);
        }
        notes.add(note);
        return experiment.with(experiment.contenders(), within);
    }

    public Experiment experiment() {
        return experiment;
    }

    /** What a reader should know before anything starts. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The duration if every warm-up reaches its limit. */
    public static Duration longestDuration(Experiment experiment, Policy policy) {
        return sum(experiment, policy, Slot::longestDuration);
    }

    /** The duration if every warm-up is as short as usual. */
    public static Duration usualDuration(Experiment experiment, Policy policy) {
        return sum(experiment, policy, Slot::usualDuration);
    }

    private static Duration sum(Experiment experiment, Policy policy, Function<Slot, Duration> duration) {
        return Slot.all(experiment, policy).stream().map(duration).reduce(Duration.ZERO, Duration::plus);
    }

    public static Prediction predict(Experiment experiment, Contender contender, Load load) {
        return Predictor.predict(experiment, contender, load, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Makes all runs. An interrupt or a full disk ends them early.
     *
     * @param exercises folders of the learner's compiled classes, by exercise number
     */
    public Measured run(JmeterHome jmeter, Map<Integer, Path> exercises, RunObserver observer, Measuring measuring)
            throws IOException, InterruptedException {
        return run(rounds -> rounds.all(experiment), new Installation(jmeter, places, exercises), observer, measuring);
    }

    /** The same for a search. Its experiment has the loads that were tried. */
    public Measured search(Search search, JmeterHome jmeter, Map<Integer, Path> exercises, RunObserver observer,
            Measuring measuring) throws IOException, InterruptedException {
        return run(rounds -> search.run(rounds::one), new Installation(jmeter, places, exercises), observer, measuring);
    }

    /** The same for contenders that run already. */
    public Measured run(Measurer measurer, RunObserver observer, Measuring measuring) throws IOException {
        return run(rounds -> rounds.all(experiment), _ -> measurer, Map.of(), observer, measuring);
    }

    private Measured run(Work work, Installation installation, RunObserver observer, Measuring measuring)
            throws IOException, InterruptedException {
        return run(work, folder -> new OneRun(installation, folder.resolve("logs"), observer, new LinkedHashSet<>()),
                installation.environment(experiment), observer, measuring);
    }

    private Measured run(Work work, Function<Path, Measurer> measurer, Map<String, String> environment,
            RunObserver observer, Measuring measuring) throws IOException {
        String name = policy.prefix + experiment.name();
        try (Closeable _ = policy.startsContenders ? MachineLock.ofUser().acquire(name) : () -> { }) {
            Path folder = RunFolder.create(places.repository(), name).path();
            Rounds rounds = new Rounds(folder, policy, observer, measurer.apply(folder), Time.REAL);
            List<String> all = new ArrayList<>(notes);
            boolean complete = complete(() -> work.make(rounds), observer, measuring, all);
            all.addAll(rounds.notes());
            return new Measured(new Results(experiment, rounds.runs(), environment, all, complete), folder);
        }
    }

    private static boolean complete(Measuring.Work work, RunObserver observer, Measuring measuring,
            List<String> notes) throws IOException {
        try {
            boolean complete = measuring.completes(work);
            if (!complete) {
                observer.stopped();
            }
            return complete;
        } catch (IOException e) {
            observer.cannotContinue(e);
            notes.add("Ended early because of " + e);
            return false;
        }
    }
}
