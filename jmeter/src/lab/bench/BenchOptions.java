package lab.bench;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import java.util.List;
import lab.define.Contender;

/**
 * What {@code ./run.sh bench} was asked for. Immutable.
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
    static final String USERS = "1000";
    static final int WARMUP = 10;
    static final int SECONDS = 6;
    static final int REPEAT = 3;
    static final int STARTS = 5;
    static final int COUNTS = 1;
    private static final int DAY = 86_400;
    private static final int MOST_USERS = 1_000_000;
    private static final String WHOLE = "a whole number";
    private static final String OF_SECONDS = "a whole number of seconds";
    private static final List<Option> OPTIONS = List.of(Option.numbers("--users", WHOLE, 1, MOST_USERS),
            Option.number("--warmup", OF_SECONDS, 1, DAY), Option.number("--seconds", OF_SECONDS, 1, DAY),
            Option.number("--repeat", WHOLE, 1, 100), Option.number("--starts", WHOLE, 0, 100),
            Option.number("--system-calls", WHOLE, 0, 100), Option.flag("--plan"));

    static BenchOptions parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        String users = line.text("--users", USERS);
        if (users.replace(',', ' ').isBlank()) {
            throw new UsageException("--users takes a whole number, or several, not: nothing");
        }
        return new BenchOptions(modes(line.words()), users, line.number("--warmup", WARMUP),
                line.number("--seconds", SECONDS), line.number("--repeat", REPEAT), line.number("--starts", STARTS),
                line.number("--system-calls", COUNTS), line.has("--plan"));
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
