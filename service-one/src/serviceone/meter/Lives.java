package serviceone.meter;

import module java.base;

/**
 * While somebody asks for lives, samples requests and keeps their lives for two minutes. Serving threads choose
 * requests and add lives. The sampler's thread adapts the rate once a second. Choosing needs no lock. {@code this}
 * guards the recorded lives.
 */
public final class Lives {
    // states: IDLE <-> SAMPLING
    static final String QUEUED = "queued";
    /** The previous request on the connection was not answered yet. */
    private static final String BEHIND = "behind";
    static final String IN_SERVICE_ONE = "own";
    /** Until the kernel has taken the whole answer. */
    static final String WRITTEN = "written";
    private static final String NO_THREAD = "";

    /**
     * What happened to one request. Each part begins where the previous part ended.
     *
     * @param at    when it ended, in milliseconds since 1970; unique
     * @param total milliseconds, from the moment when the request was first noticed
     * @param path  without the query; shortened if long, empty if no request was read
     */
    public record Life(long at, double total, String path, int status, List<Part> parts) {
    }

    /**
     * Times are milliseconds since the life began.
     *
     * @param name   a constant above, {@code read}, or a {@link Stage}'s label
     * @param thread empty if the request had none
     */
    public record Part(String name, double from, double to, String thread) {
    }

    /** How many lives to record in a second. */
    static final int A_SECOND = 20;
    static final long KEPT_MILLIS = 120_000;
    /** Sampling continues for this long after somebody has asked. */
    static final long WATCHED_NANOS = 5_000_000_000L;
    private static final int LONGEST_PATH = 60;

    private final LongSupplier started;
    private final LongSupplier nanoTime;
    private final AtomicInteger seen = new AtomicInteger();      // in this second, like the next one
    private final AtomicInteger chosen = new AtomicInteger();
    private volatile boolean sampling;
    private volatile int oneOutOf = 1;
    private long startedBefore;      // guarded by this, like all below
    private double requestsPerSample = Double.NaN;
    private long askedAt;
    private long lastAt;
    private final ArrayDeque<Life> kept = new ArrayDeque<>();
    /** The life of a request that is not sampled. */
    final Recorder none = new Recorder("", 0, 0);

    Lives(LongSupplier started, LongSupplier nanoTime) {
        this.started = started;
        this.nanoTime = nanoTime;
        askedAt = nanoTime.getAsLong() - WATCHED_NANOS;
        none.ended = true;
    }

    boolean choose() {
        return sampling && seen.incrementAndGet() % oneOutOf == 0 && chosen.incrementAndGet() <= A_SECOND;
    }

    synchronized void add(long nanos, String path, int status, List<Part> parts) {
        lastAt = Math.max(System.currentTimeMillis(), lastAt + 1);
        kept.addLast(new Life(lastAt, millis(nanos), path, status, parts));
        if (kept.size() > A_SECOND * KEPT_MILLIS / 1_000) {
            kept.removeFirst();
        }
    }

    /** Must be called once a second. */
    public synchronized void adapt() {
        long now = started.getAsLong();
        int requests = seen.getAndSet(0);
        int samples = Math.min(A_SECOND, chosen.getAndSet(0));
        requestsPerSample = samples == 0 ? Double.NaN : (double) requests / samples;
        oneOutOf = (int) Math.max(1, Math.ceilDiv(Math.max(now - startedBefore, requests), (long) A_SECOND));
        startedBefore = now;
        sampling = nanoTime.getAsLong() - askedAt < WATCHED_NANOS;
        long oldest = System.currentTimeMillis() - KEPT_MILLIS;
        kept.removeIf(life -> life.at < oldest);
    }

    /** The lives that ended after this time, in order. Starts or prolongs sampling. */
    public synchronized List<Life> endedAfter(long millis) {
        askedAt = nanoTime.getAsLong();
        sampling = true;
        return kept.stream().filter(life -> life.at > millis).toList();
    }

    /** The ratio in the last second. NaN if no request was sampled. */
    public synchronized double requestsPerSample() {
        return requestsPerSample;
    }

    /** @param noticedAt when the request was in the queue, behind the previous request, or with its thread */
    Recorder begin(long noticedAt, long takenAt, boolean behindPrevious) {
        return choose() ? new Recorder(behindPrevious ? BEHIND : QUEUED, noticedAt, takenAt) : none;
    }

    void refused(long queuedAt, int status) {
        if (choose()) {
            long nanos = System.nanoTime() - queuedAt;
            add(nanos, "", status, List.of(new Part(QUEUED, 0, millis(nanos), NO_THREAD)));
        }
    }

    private static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    /**
     * Records one life. A client that leaves, or a shutdown, may end the life on another thread, so a lock guards it.
     */
    final class Recorder {
        // states: OPEN -> ENDED
        private final long startedAt;
        private final List<Part> parts = new ArrayList<>();      // guarded by this, like all below
        private String name = "read";
        private String thread = Thread.currentThread().getName();
        private long from;
        private volatile boolean ended;      // no lock: all requests that are not sampled share one recorder

        /** @param first the name of the wait before the request is read, if it waits */
        private Recorder(String first, long startedAt, long takenAt) {
            this.startedAt = startedAt;
            from = startedAt;
            if (takenAt - startedAt > 0) {
                parts.add(new Part(first, 0, millis(takenAt - startedAt), NO_THREAD));
                from = takenAt;
            }
            next(IN_SERVICE_ONE, true);
        }

        void next(String name, boolean hasThread) {
            if (!ended) {
                next(name, hasThread ? Thread.currentThread().getName() : NO_THREAD, System.nanoTime());
            }
        }

        private synchronized void next(String name, String thread, long now) {
            if (!ended) {
                parts.add(new Part(this.name, millis(from - startedAt), millis(now - startedAt), this.thread));
                this.name = name;
                this.thread = thread;
                from = now;
            }
        }

        synchronized void sent(String path, int status) {
            next("", NO_THREAD, System.nanoTime());
            if (!ended) {
                ended = true;
                String shown = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
                add(from - startedAt, shown, status, List.copyOf(parts));
            }
        }
    }
}
