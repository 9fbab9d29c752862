package lab.bench;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import java.util.List;
import lab.define.Contender;

/**
 * What {@code ./run.sh bench} was asked for.
 *
 * @param modes    of service one, in the order in which they take turns
 * @param users    numbers, as they were typed
 * @param warmup   seconds before the measured window
 * @param seconds  of the measured window
 * @param repeat   runs of each mode under each load
 * @param starts   of each mode; 0: none
 * @param counts   runs of each mode in which system calls are counted; 0: none
 * @param planOnly whether to stop after the plan was printed
 */
record BenchOptions(List<String> modes, String users, int warmup, int seconds, int repeat, int starts, int counts,
        boolean planOnly) {
    static final List<String> MODES = List.of("pool", "loom", "async");
    private static final int DAY = 86_400;
    static final Tool TOOL = new Tool("bench", "bench [MODE]… [OPTIONS]", """
            Measures what service one costs on this machine, in each MODE (pool, loom, async; by default all): CPU time
            and system calls for a request, memory for a request and for a connection, how long a start takes, and how
            long it takes until a request costs what it will go on costing. JMeter makes the load, a closed loop on
            /meetings; the pool has a thread for each user. Prints tables, and writes them to jmeter/results/ with every
            run's figures as CSV and JSON.
            """, List.of(
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

    static BenchOptions of(CommandLine line) throws UsageException {
        String users = line.text("--users");
        if (users.replace(',', ' ').isBlank()) {
            throw new UsageException("--users takes a number, or several, not: nothing");
        }
        return new BenchOptions(modes(line.words()), users, line.number("--warmup"), line.number("--seconds"),
                line.number("--repeat"), line.number("--starts"), line.number("--system-calls"), line.has("--plan"));
    }

    private static List<String> modes(List<String> words) throws UsageException {
        for (String word : words) {
            if (!Contender.MODES.contains(word)) {
                throw new UsageException("no such mode: " + word + "; there are " + String.join(", ", MODES));
            }
        }
        return words.isEmpty() ? MODES : words.stream().distinct().toList();
    }
}
