package lab.judge;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a connection costs service one in memory: by how much more it holds under one load than under a smaller one, for
 * each additional connection, served or queued. All that a JVM holds divided by its connections would say nothing of
 * them: most of it is the JVM itself. In KiB; the spread is that of all pairs of repetitions. Immutable.
 *
 * @param live     what a full collection leaves on the heap: no garbage, but a platform thread's stack is not in it
 * @param resident memory that the process occupies: stacks, but also the garbage that lies around until the collector
 *                 takes it, which grows with the requests per second and not with the connections
 */
public record MemoryGrowth(Point from, Point to, Spread live, Spread resident) {
    private static final double KIBIBYTES = 1024;

    static MemoryGrowth of(Point from, Point to) {
        return new MemoryGrowth(from, to, perConnection(from, to, Metric.LIVE_HEAP),
                perConnection(from, to, Metric.RSS));
    }

    public Validity validity() {
        return from.validity().orWorse(to.validity());
    }

    /** {@code from 100 to 1,000 users}. */
    public String span() {
        return String.format(Locale.ROOT, "from %,d to %s", from.load().users(), to.load().label());
    }

    private static Spread perConnection(Point from, Point to, Metric mebibytes) {
        int connections = to.load().users() - from.load().users();
        return Spread.of(Arrays.stream(to.values(mebibytes)).flatMap(more -> Arrays.stream(from.values(mebibytes))
                .map(less -> (more - less) * KIBIBYTES / connections)).toArray());
    }
}
