package look;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which methods a JVM was found computing, whenever Flight Recorder looked. Used by the thread that reads a
 * recording.
 */
final class HotMethods {
    /** A share of so many samples is still uncertain by a third; of fewer it says nothing. */
    private static final long FEWEST = 10;
    private static final int SHOWN = 5;

    private final Map<String, Long> samples = new TreeMap<>();

    void add(String method) {
        samples.merge(method, 1L, Long::sum);
    }

    @Override
    public String toString() {
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        long most = samples.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (most < FEWEST) {
            return String.format("too few samples to say: %,d, and no method has more than %,d of them%n", all, most);
        }
        StringBuilder text = new StringBuilder(String.format("the most frequent of %,d samples%n", all));
        samples.entrySet().stream().filter(each -> each.getValue() >= FEWEST)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())).limit(SHOWN)
                .forEach(each -> text.append(String.format("  %,9d %5.1f %%  %s%n", each.getValue(),
                        100.0 * each.getValue() / all, each.getKey())));
        return text.toString();
    }
}
