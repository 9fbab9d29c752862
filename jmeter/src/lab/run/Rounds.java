package lab.run;

import module java.base;
import common.commandline.Tool;
import experiment.Experiment;
import experiment.Load;
import experiment.Run;
import load.RunFolder;
import machine.Kernel;
import process.Child;
import process.Time;
import text.Numbers;

/** An experiment's runs, one after the other, on the calling thread. In a round, each contender has the same load. */
final class Rounds {
    /** Ctrl-C ends the programs, perhaps before it interrupts this thread. A failure waits for that interrupt. */
    private static final long CTRL_C_MILLIS = 300;
    /** A larger share of the machine may explain a failure. */
    private static final double MOST_OTHERS = 0.1;

    private final Path folder;
    private final Policy policy;
    private final RunObserver observer;
    private final Measurer measurer;
    private final Time time;
    private final List<Run> runs = new ArrayList<>();
    private final Map<String, String> hopeless = new HashMap<>();
    private double others;
    private int planned;

    Rounds(Path folder, Policy policy, RunObserver observer, Measurer measurer, Time time) {
        this.folder = folder;
        this.policy = policy;
        this.observer = observer;
        this.measurer = measurer;
        this.time = time;
    }

    /** @throws InterruptedException after an interrupt; {@link #runs} still has the finished runs */
    void all(Experiment experiment) throws IOException, InterruptedException {
        List<Slot> slots = Slot.all(experiment, policy);
        int round = experiment.contenders().size();
        Reruns reruns = new Reruns(policy.repeatsRounds ? slots.size() / round : 0,
                run -> whyHopeless(run.contender(), run.load()).isPresent());
        planned = slots.size();
        for (int next = 0; next < slots.size(); next += round) {
            List<Slot> later = slots.subList(next + round, slots.size());
            List<Slot> slotsOfRound = slots.subList(next, next + round);
            List<Run> last = perform(slotsOfRound, later);
            for (boolean isRerun = false; reruns.isNeeded(last, isRerun); isRerun = true) {
                planned += round;
                last = perform(slotsOfRound, later);
            }
        }
    }

    /** The only run of an experiment, perhaps not for the first time. */
    Run one(Experiment experiment) throws IOException, InterruptedException {
        planned++;
        return perform(Slot.all(experiment, policy), List.of()).getFirst();
    }

    private int attempt(Slot slot) {
        return 1 + (int) runs.stream()
                .filter(run -> run.contender().equals(slot.contender().name()) && run.load().equals(slot.load())
                        && run.repetition() == slot.repetition())
                .count();
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
            observer.ended(run);
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
            return slot.failed(why.get() + " (not tried again)");
        }
        Path jtl = jtl(slot);
        try {
            return slot.measured(measurer.measure(slot, jtl));
        } catch (Child.ProgramFailure e) {
            others = Math.max(others, Kernel.shareOfOthers(CTRL_C_MILLIS, time));
            if (e instanceof Programs.NotStarted) {
                hopeless.put(contender, e.getMessage());
            } else if (e instanceof LoadPhase.WrongAnswers) {
                hopeless.put(contender + slot.load().path(), e.getMessage());
            }
            return slot.failed(e.getMessage());
        } finally {
            if (policy.startsContenders && Files.exists(jtl)) {
                compress(jtl);
            }
        }
    }

    /** JMeter's own tools read the samples of a plan where its user looks for them. */
    private Path jtl(Slot slot) throws IOException {
        return !policy.startsContenders ? new RunFolder(folder).samples()
                : Files.createDirectories(folder.resolve("jtl")).resolve(slot.fileName(attempt(slot)) + ".jtl");
    }

    private static void compress(Path file) throws IOException {
        Path compressed = file.resolveSibling(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(file, out);
        } catch (IOException e) {
            throw Tool.named(compressed, e);
        }
        Files.delete(file);
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    /** What a reader of the results should know. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(measurer.notes());
        if (others > MOST_OTHERS) {      // false for NaN (unknown)
            notes.add("other programs use " + Numbers.percent(others, 0) + " of the machine's CPU time");
        }
        return notes;
    }
}
