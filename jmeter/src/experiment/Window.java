package experiment;

import module java.base;
import common.commandline.Option;

/**
 * When, how long and how often a contender is measured. All times are in seconds.
 *
 * @param warmup the longest warm-up under the load
 * @param warmupCycles how many warm-ups with short waits precede the load
 * @param repeat how many times each contender runs under each load
 * @param drain how long an open loop waits for its last answers
 * @param startTimeout how long a contender may take to open its port
 * @param heapProbe whether to ask each contender's JVM for its allocation and its live heap per connection
 */
public record Window(int warmup, int warmupCycles, int seconds, int repeat, int drain, int startTimeout,
        boolean heapProbe) {
    private static final int LONGEST = 86_400;
    static final String SECONDS = "seconds";
    static final String REPEAT = "repeat";
    static final List<Option> KEYS = List.of(
            Option.number("--warmup", "S", "20", 1, LONGEST, "the longest warm-up under the load, in seconds. "
                    + "It ends earlier if throughput and CPU time are steady"),
            Option.number("--warmup-cycles", "N", "1", 1, 100, "how many warm-ups precede the load. Each sends "
                    + "requests with short waits until the JIT compiler is nearly idle. Use more if it still "
                    + "compiles during the measurement"),
            Option.number("--" + SECONDS, "S", "10", 1, LONGEST, "length of the measured window, in seconds"),
            Option.number("--" + REPEAT, "N", "3", 1, 100, "how many times each contender runs under each load"),
            Option.number("--drain", "S", "10", 0, LONGEST, "how long an open loop waits for its last answers"),
            Option.number("--start-timeout", "S", "30", 1, LONGEST, "how long a contender may take to open its port"),
            Option.number("--heap-probe", "N", "0", 0, 1, "1: also ask each contender's JVM for its live heap per "
                    + "connection and the bytes that it allocates. That costs it about ten threads and a few MiB"));

    static Window read(Values values) {
        return new Window(values.number("warmup"), values.number("warmup-cycles"), values.number(SECONDS),
                values.number(REPEAT), values.number("drain"), values.number("start-timeout"),
                values.number("heap-probe") > 0);
    }

    Window once() {
        return new Window(warmup, warmupCycles, seconds, 1, drain, startTimeout, heapProbe);
    }
}
