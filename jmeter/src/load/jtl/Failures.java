package load.jtl;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/** Counts in how many ways requests failed. Used by one thread. */
final class Failures {
    private static final int SHOWN = 8;
    private static final int MOST_KINDS = 1_000;      // a message with a number in it makes a kind of each failure
    private static final int WIDTH = 160;
    /** What JMeter says of a request that it has cut itself, when the plan's time was over. */
    private static final String CUT = "Socket closed";
    private final Map<String, Long> kinds = new HashMap<>();

    void add(RecordedRequest sample) {
        String kind = sample.label() + ": " + line(reason(sample));
        if (kinds.size() < MOST_KINDS || kinds.containsKey(kind)) {
            kinds.merge(kind, 1L, Long::sum);
        }
    }

    /** The most frequent ones, one line each. */
    void print(PrintStream out) {
        kinds.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(SHOWN)
                .forEach(kind -> out.printf("%9d x %s%n", kind.getValue(), kind.getKey()));
        if (kinds.size() > SHOWN) {
            out.printf("          and %d other kinds%n", kinds.size() - SHOWN);
        }
        if (kinds.keySet().stream().anyMatch(kind -> kind.contains(CUT))) {
            out.println(CUT + ": JMeter cut what was in flight when its time was over; in open-loop, a longer -Jdrain "
                    + "lets it be answered");
        }
    }

    private static String reason(RecordedRequest sample) {
        String answer = sample.code() + " " + sample.message();
        return sample.failure().isEmpty() ? answer : answer + "; " + sample.failure();
    }

    /** Some assertions say what is wrong in several lines. */
    private static String line(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + "…";
    }
}
