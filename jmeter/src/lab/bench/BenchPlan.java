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
 * Timed starts, and two experiments that run as in {@code compare}.
 *
 * @param modes in the order in which they take turns
 * @param countings in how many runs of each mode system calls are counted
 * @param counts the experiment with these runs
 * @param notes the loads that were left out, and why
 */
record BenchPlan(List<String> modes, int starts, Experiment costs, int countings, Experiment counts,
        List<String> notes) {
    static final String PATH = "/meetings";
    private static final int DAY = 86_400;
    static final Tool TOOL = new Tool("bench", "bench [MODE]… [OPTIONS]", """
            Measures the cost of service one on this machine, in each MODE (%s; by default all): CPU time
            and system calls per request, memory per request and per connection, the start-up time, and the time
            until the CPU time of a request reaches its steady state. JMeter makes the load, a closed loop on /meetings;
            the pool has a thread for each user. Prints tables, and writes them to jmeter/results/ with the figures of
            every run as CSV and JSON.
            """.formatted(String.join(", ", Mode.labels())), List.of(
            ExperimentFile.numbers("--users", "1000",
                    "users of the closed loop, one number or several: 100,1000"),
            Option.number("--warmup", "S", "10", 1, DAY, "seconds of load before the measured window"),
            Option.number("--seconds", "S", "6", 1, DAY, "length of the measured window, in seconds"),
            Option.number("--repeat", "N", "3", 1, 100, "repetitions: how many times each mode runs under each load"),
            Option.number("--starts", "N", "5", 0, 100,
                    "how many starts of each mode, by ./run.sh MODE, are timed; 0: none"),
            Option.number("--system-calls", "N", "1", 0, 100, "runs of each mode in which strace or perf counts "
                    + "system calls; 0: none. These runs give no other figures"),
            Option.flag("--plan", "print the plan; measure nothing")), """
            Exit codes: 0 measured; 1 the command line is wrong; 2 could not start, because something is missing or
            another experiment is running on this machine; 3 no run is valid; 130 after Ctrl-C, with the results so
            far.
            """);

    /** strace stops service one twice at each system call. With more users, service one could not keep up. */
    private static final int MOST_COUNTED_USERS = 300;
    /** Uncompiled code makes the same system calls, so a short warm-up is enough. */
    private static final int MOST_COUNTED_WARMUP = 5;
    /** The time that a run's first request and the questions to the JVM take. */
    private static final Duration ASKING = Duration.ofSeconds(3);
    private static final Duration START = Duration.ofMillis(1_800);

    static BenchPlan of(CommandLine line) throws UsageException {
        List<String> modes = modes(line.words());
        String users = line.text("--users");
        if (users.replace(',', ' ').isBlank()) {
            throw new UsageException("--users takes one or more numbers, but has none");
        }
        List<String> notes = new ArrayList<>();
        int seconds = line.number("--seconds");
        int warmup = line.number("--warmup");
        Experiment costs = FileLimit.withinLimit(experiment(modes, users, warmup, seconds, line.number("--repeat")),
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
                throw new UsageException("no such mode: " + word
                        + "; the modes are " + String.join(", ", Mode.labels()));
            }
        }
        return words.isEmpty() ? Mode.labels() : words.stream().distinct().toList();
    }

    /** A pool with fewer threads than users would have fewer requests in flight than the other modes. */
    private static Experiment experiment(List<String> modes, String users, int warmup, int seconds, int repeat)
            throws UsageException {
        Stream<String> settings = Stream.of("path = " + PATH, "users = " + users, "warmup = " + warmup,
                "seconds = " + seconds, "repeat = " + repeat);
        Stream<String> contenders = modes.stream().map(mode -> "contender." + mode + " = " + mode
                + (Mode.of(mode).orElseThrow().isBoundedByThreads() ? " --threads {users}" : ""));
        return ExperimentFile.parse("bench", Stream.concat(settings, contenders).collect(Collectors.joining("\n")),
                Map.of());
    }

    String contenders() {
        return costs.contenders().stream().map(Contender::specification).collect(Collectors.joining(", "));
    }

    String text() throws UsageException {
        Duration starting = START.multipliedBy((long) starts * modes.size());
        Duration costing = ExperimentRunner.longestDuration(costs, false).plus(ASKING.multipliedBy(costs.runs()));
        Duration counting = countings == 0 ? Duration.ZERO : ExperimentRunner.longestDuration(counts, false);
        return "bench: the cost of a request, a connection and a start in service one\n"
                + line("start", starts * modes.size(), "start",
                "from ./run.sh MODE until service one is ready", starting)
                + line("cost", costs.runs(), "run", users(costs) + ", " + costs.warmup() + " s of warm-up, then "
                + costs.seconds() + " s measured", costing)
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
