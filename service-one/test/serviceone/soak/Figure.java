package serviceone.soak;

import java.util.List;

/**
 * One figure of service one's after the first minute and at the end, both in a quiet moment. It is flat if it has grown
 * by no more than is allowed: what a healthy service needs. A minute has 5,000 honest requests: a descriptor kept for
 * one in a thousand of them is beyond it within a minute, and so are 200 bytes for each.
 */
record Figure(String name, long first, long last, long allowed) {
    private static final long KILOBYTE = 1024;

    static List<Figure> of(Footprint first, Footprint last) {
        return List.of(
                // The JDK opens a few late, such as a poller for virtual threads.
                new Figure("descriptors", first.descriptors(), last.descriptors(), 2),
                // Carriers beyond the first few come and go, each after 30 s without work.
                new Figure("threads", first.threads(), last.threads(), 3),
                // The status page's history fills for two minutes, and the JVM links and caches: some 40 KB.
                new Figure("live heap, KB", first.heapBytes() / KILOBYTE, last.heapBytes() / KILOBYTE, 512),
                // All are idle in a quiet moment, and idle ones are given up after 20 s.
                new Figure("to service two", first.pooled(), last.pooled(), 0),
                // Nobody is connected.
                new Figure("of clients", first.connections(), last.connections(), 0));
    }

    boolean isFlat() {
        return last <= first + allowed;
    }
}
