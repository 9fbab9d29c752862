package serviceone.soak;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** How often there was each outcome, and the first bad ones in words. All clients count here at once. */
public final class Outcomes {
    private static final int MOST_WORDS = 20;      // enough to see what it is; a long run's memory is bounded

    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);      // not changed once it is made
    private final Queue<String> words = new ConcurrentLinkedQueue<>();

    public Outcomes() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    void count(Outcome outcome, int times) {
        counts.get(outcome).add(times);
    }

    /** A bad one, and what was seen of it. */
    void count(Outcome outcome, int times, String seen) {
        count(outcome, times);
        if (words.size() < MOST_WORDS) {
            words.add(outcome.label() + ": " + seen);
        }
    }

    public long of(Outcome outcome) {
        return counts.get(outcome).sum();
    }

    public long bad() {
        return Stream.of(Outcome.values()).filter(Outcome::isBad).mapToLong(this::of).sum();
    }

    /** Requests that have had an end: all but those that were sent again. */
    public long requests() {
        return of(Outcome.ANSWERED) + of(Outcome.REFUSED) + of(Outcome.FAILED) + bad();
    }

    public List<String> words() {
        return List.copyOf(words);
    }
}
