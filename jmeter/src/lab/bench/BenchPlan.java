package lab.bench;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.mode.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.run.ExperimentRunner;
import lab.run.FileLimit;
import lab.run.RunObserver;

/**
 * What is going to be done, and how long it takes: two experiments, with the plan, the programs and the order of turns
 * that {@code compare} has, and some starts.
 *
 * @param modes     of service one, in the order in which they take turns
 * @param starts    of each mode; 0: none
 * @param costs     whose runs are measured
 * @param countings runs of each mode in which system calls are counted; 0: none
 * @param counts    the experiment of these runs
 * @param notes     which loads are left out, and why
 */
record BenchPlan(List<String> modes, int starts, Experiment costs, int countings, Experiment counts,
        List<String> notes) {
    static final String PATH = "/meetings";
    private static final int DAY = 86_400;
    static final Tool TOOL = new Tool("bench", "bench [MODE]… [OPTIONS]", """
            Measures what service one costs on this machine, in each MODE (%s; by default all): CPU time
            and system calls for a request, memory for a request and for a connection, how long a start takes, and how
            long it takes until a request costs what it will go on costing. JMeter makes the load, a closed loop on
            /meetings; the pool has a thread for each user. Prints tables, and writes them to jmeter/results/ with every
            run's figures as CSV and JSON.
            """.formatted(String.join(", ", Mode.labels())), List.of(
            Option.numbers("--users", "LIST", "1000", 1, 1_000_000,
                    "users of the closed loop, one number or several: 100,1000"),
            Option.number("--warmup", "S", "10", 1, DAY, "seconds of load before what is measured"),
            Option.number("--seconds", "S", "6", 1, DAY, "seconds that are measured"),
            Option.number("--repeat", "N", "3", 1, 100, "how often each mode meets each load"),
            Option.number("--starts", "N", "5", 0, 100,
                    "how often each mode is started by ./run.sh MODE; 0: not at all"),
            Option.number("--system-calls", "N", "1", 0, 100, "how often each mode's system calls are counted, in runs "
                    + "of their own; 0: not at all. They are counted by strace, or else by perf, where one of them "
                    + "may"),
            Option.flag("--plan", "print the plan, and measure nothing")), """
            Exit codes: 0 measured; 1 the command line is wrong; 2 could not start: something needed is missing, or
            another experiment runs on this machine; 3 no run is valid; 130 after Ctrl-C, with what was measured.
            """);

    /** strace stops service one twice at each call: with many users it could not keep up. */
    private static final int MOST_COUNTED_USERS = 300;
    /** Code that is not compiled yet makes the same calls; what the compiler's threads add is mostly futex. */
    private static final int MOST_COUNTED_WARMUP = 5;
    /** As seen on two cores: the first request, and what is asked of the JVM. */
    private static final Duration ASKING = Duration.ofSeconds(3);
    private static final Duration START = Duration.ofMillis(1_800);

    static BenchPlan of(CommandLine line) throws UsageException {
        List<String> modes = modes(line.words());
        String users = line.text("--users");
        if (users.replace(',', ' ').isBlank()) {
            throw new UsageException("--users takes a number, or several, not: nothing");
        }
        List<String> notes = new ArrayList<>();
        int seconds = line.number("--seconds");
        int warmup = line.number("--warmup");
        Experiment costs = FileLimit.possible(experiment(modes, users, warmup, seconds, line.number("--repeat")),
                notes);
        String counted = costs.loads().stream().map(load -> Math.min(load.users(), MOST_COUNTED_USERS))
                .map(String::valueOf).collect(Collectors.joining(","));
        int countings = line.number("--system-calls");
        return new BenchPlan(modes, line.number("--starts"), costs, countings, experiment(modes, counted,
                Math.min(warmup, MOST_COUNTED_WARMUP), seconds, Math.max(1, countings)), notes);
    }

    private static List<String> modes(List<String> words) throws UsageException {
        for (String word : words) {
            if (Mode.of(word).isEmpty()) {
                throw new UsageException("no such mode: " + word + "; there are " + String.join(", ", Mode.labels()));
            }
        }
        return words.isEmpty() ? Mode.labels() : words.stream().distinct().toList();
    }

    /** A pool has a thread for each user: else it would be measured with fewer requests in flight than the others. */
    private static Experiment experiment(List<String> modes, String users, int warmup, int seconds, int repeat)
            throws UsageException {
        Stream<String> settings = Stream.of("path = " + PATH, "users = " + users, "warmup = " + warmup,
                "seconds = " + seconds, "repeat = " + repeat);
        Stream<String> contenders = modes.stream().map(mode -> "contender." + mode + " = " + mode
                + (Mode.of(mode).orElseThrow().isBoundedByThreads() ? " --threads {users}" : ""));
        return ExperimentFile.parse("bench", Stream.concat(settings, contenders).collect(Collectors.joining("\n")),
                Map.of());
    }

    /** As they are started: {@code pool --threads {users}, loom}. */
    String contenders() {
        return costs.contenders().stream().map(Contender::specification).collect(Collectors.joining(", "));
    }

    String text() throws UsageException {
        Duration starting = START.multipliedBy((long) starts * modes.size());
        Duration costing = ExperimentRunner.longest(costs, false).plus(ASKING.multipliedBy(costs.runs()));
        Duration counting = countings == 0 ? Duration.ZERO : ExperimentRunner.longest(counts, false);
        return "bench: what a request, a connection and a start cost service one\n"
                + line("start", starts * modes.size(), "start", "./run.sh MODE to its ready line", starting)
                + line("cost", costs.runs(), "run", users(costs) + ", " + costs.warmup() + " s of warm-up and then "
                + costs.seconds() + " s that are measured", costing)
                + line("system calls", countings == 0 ? 0 : counts.runs(), "run",
                users(counts) + ", counted by strace or perf", counting)
                + "in all " + RunObserver.text(starting.plus(costing).plus(counting)) + ", each mode in turn: "
                + contenders() + "\n" + notes.stream().map(note -> note + "\n").collect(Collectors.joining());
    }

    private static String line(String name, int times, String what, String how, Duration duration) {
        return times == 0 ? String.format("  %-13s none%n", name)
                : String.format("  %-13s %d %s: %s; %s%n", name, times, times == 1 ? what : what + "s", how,
                RunObserver.text(duration));
    }

    private static String users(Experiment experiment) {
        return experiment.loads().stream().map(Load::label).collect(Collectors.joining(", "));
    }
}
