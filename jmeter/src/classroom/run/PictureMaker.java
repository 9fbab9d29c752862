package classroom.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes pictures of what a service one says, one after the other: what a second brought is the difference between two
 * of its totals. Used by one thread.
 */
final class PictureMaker {
    /** What a service one says of itself at {@code GET /stats}, as far as a picture shows it; null is not known. */
    public record LiveStats(Service service, Total total, Now now) {
        public record Service(String mode) {
        }

        /** Since its start. */
        public record Total(long completed, long failed) {
        }

        /** @param waiting requests in each of the four calls, by the call's name */
        public record Now(long queued, long inFlight, Map<String, Double> waiting, Double threadsTotal,
                Double p50Millis, Double cpuPercent, Double platformThreads, Double virtualThreads) {
        }
    }

    /**
     * What it says at {@code GET /lives}: the latest sampled requests, and what its virtual threads do meanwhile; null
     * is not known.
     *
     * @param requests the latest last
     */
    record LifeSamples(List<Object> requests, Double cores, Double mounted, Double runnable, Double parked) {
    }

    private static final int MOST_POINTS = 120;
    private static final double NANOS = 1e9;
    private static final String OWN = "own";

    private final String contender;
    private final String label;
    private final List<List<Double>> history = new ArrayList<>();
    private LiveStats.Total before;
    private long beforeNanos;
    private long firstNanos;

    PictureMaker(String contender, String label) {
        this.contender = contender;
        this.label = label;
    }

    /** @param nanos when it was said, by {@link System#nanoTime} */
    Picture make(LiveStats said, long nanos, LifeSamples lives) {
        firstNanos = before == null ? nanos : firstNanos;
        LiveStats.Now now = said.now();
        double seconds = (nanos - firstNanos) / NANOS;
        Double throughput = perSecond(said.total().completed(), before == null ? 0 : before.completed(), nanos);
        Double errors = perSecond(said.total().failed(), before == null ? 0 : before.failed(), nanos);
        if (throughput != null) {
            remember(seconds, throughput, now.queued() + now.inFlight());
        }
        before = said.total();
        beforeNanos = nanos;
        return new Picture(contender, label, said.service().mode(), true, seconds, now.queued(), now.inFlight(),
                waiting(now), threads(said), throughput, now.p50Millis(), now.cpuPercent(), errors, lives.cores(),
                lives.mounted(), lives.runnable(), lives.parked(), List.copyOf(history), lives.requests());
    }

    /** Null where there was nothing before it. */
    private Double perSecond(long total, long earlier, long nanos) {
        return before == null || nanos == beforeNanos ? null : (total - earlier) * NANOS / (nanos - beforeNanos);
    }

    private void remember(double seconds, double throughput, double inFlight) {
        history.add(List.of(seconds, throughput, inFlight));
        if (history.size() > MOST_POINTS) {
            history.removeFirst();
        }
    }

    private static Map<String, Long> waiting(LiveStats.Now now) {
        Map<String, Long> waiting = new LinkedHashMap<>();
        now.waiting().forEach((call, count) -> waiting.put(call, count.longValue()));
        long called = waiting.values().stream().mapToLong(Long::longValue).sum();
        waiting.put(OWN, Math.max(0, now.inFlight() - called));      // the figures are not of one moment
        return waiting;
    }

    private static Picture.Threads threads(LiveStats said) {
        boolean pool = said.service().mode().equals("pool");
        return new Picture.Threads(said.now().platformThreads(), said.now().virtualThreads(),
                pool ? said.now().threadsTotal() : null);
    }
}
