package lab.bench;

import common.commandline.CommandLine.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.run.RunObserver;
import lab.run.ExperimentRunner;
import lab.run.FileLimit;

/**
 * What is going to be done, and how long it takes: two experiments, with the plan, the programs and the order of turns
 * that {@code compare} has, and some starts. Immutable.
 *
 * @param costs  whose runs are measured
 * @param counts whose runs only count system calls
 * @param notes  which loads are left out, and why
 */
record Plan(BenchOptions options, Experiment costs, Experiment counts, List<String> notes) {
    /** strace stops service one twice at each call: with many users it could not keep up. */
    private static final int MOST_COUNTED_USERS = 300;
    /** Code that is not compiled yet makes the same calls; what the compiler's threads add is mostly futex. */
    private static final int MOST_COUNTED_WARMUP = 5;
    /** As seen on two cores: the first request, and what is asked of the JVM. */
    private static final Duration ASKING = Duration.ofSeconds(3);
    private static final Duration START = Duration.ofMillis(1_800);

    static Plan of(BenchOptions options) throws UsageException {
        List<String> notes = new ArrayList<>();
        Experiment costs = FileLimit.possible(
                experiment(options, options.users(), options.warmup(), options.repeat()), notes);
        String counted = costs.loads().stream().map(load -> Math.min(load.users(), MOST_COUNTED_USERS))
                .map(String::valueOf).collect(Collectors.joining(","));
        int warmup = Math.min(options.warmup(), MOST_COUNTED_WARMUP);
        return new Plan(options, costs, experiment(options, counted, warmup, Math.max(1, options.counts())), notes);
    }

    private static Experiment experiment(BenchOptions options, String users, int warmup, int repeat)
            throws UsageException {
        Stream<String> settings = Stream.of("path = " + OneRequest.PATH, "users = " + users,
                "warmup = " + warmup, "seconds = " + options.seconds(), "repeat = " + repeat);
        Stream<String> contenders = options.modes().stream().map(mode -> "contender." + mode + " = " + contender(mode));
        return ExperimentFile.parse("bench", Stream.concat(settings, contenders).collect(Collectors.joining("\n")),
                Map.of());
    }

    /** A pool has a thread for each user: else it would be measured with fewer requests in flight than the others. */
    static String contender(String mode) {
        return mode.equals("pool") ? "pool --threads {users}" : mode;
    }

    String text() throws UsageException {
        Duration all = starting().plus(costing()).plus(counting());
        String text = "bench: what a request, a connection and a start cost service one\n"
                + line("start", options.starts() * options.modes().size(), "start", "./run.sh MODE to its ready line",
                starting())
                + line("cost", costs.runs(), "run", users(costs) + ", " + options.warmup()
                + " s of warm-up and then " + options.seconds() + " s that are measured", costing())
                + line("system calls", options.counts() == 0 ? 0 : counts.runs(), "run",
                users(counts) + ", counted by strace or perf", counting())
                + "in all " + RunObserver.text(all) + ", each mode in turn: "
                + options.modes().stream().map(Plan::contender).collect(Collectors.joining(", ")) + "\n";
        return text + notes.stream().map(note -> note + "\n").collect(Collectors.joining());
    }

    private static String line(String name, int times, String what, String how, Duration duration) {
        return times == 0 ? String.format("  %-13s none%n", name)
                : String.format("  %-13s %d %s: %s; %s%n", name, times, times == 1 ? what : what + "s", how,
                RunObserver.text(duration));
    }

    private static String users(Experiment experiment) {
        return experiment.loads().stream().map(Load::label).collect(Collectors.joining(", "));
    }

    private Duration starting() {
        return START.multipliedBy((long) options.starts() * options.modes().size());
    }

    private Duration costing() throws UsageException {
        return ExperimentRunner.longest(costs, false).plus(ASKING.multipliedBy(costs.runs()));
    }

    private Duration counting() throws UsageException {
        return options.counts() == 0 ? Duration.ZERO : ExperimentRunner.longest(counts, false);
    }
}
