package serviceone.meter;

import module java.base;

/**
 * While somebody asks for lives, samples requests and keeps their lives for two minutes. Serving threads choose
 * requests and add lives. The sampler's thread adapts the rate once a second. Choosing needs no lock. {@code this}
 * guards the recorded lives.
 */
public final class Lives {
    // states: IDLE <-> SAMPLING
    private static final String QUEUED = "queued";
    /** The previous request on the connection was not answered yet. */
    private static final String BEHIND = "behind";
    private static final String READ = "read";
    private static final String IN_SERVICE_ONE = "own";
    /** Until the kernel has taken the whole answer. */
    private static final String WRITTEN = "written";
    private static final String NO_THREAD = "";

    /**
     * What happened to one request. Each part begins where the previous part ended.
     *
     * @param at    when it ended, in milliseconds since 1970; unique
     * @param total milliseconds, from {@link ConnectionMeter#noticedAt}
     * @param path  without the query; shortened if long, empty if no request was read
     */
    public record Life(long at, double total, String path, int status, List<Part> parts) {
    }

    /**
     * Times are milliseconds since the life began.
     *
     * @param name   a constant above, or a {@link Stage}'s label
     * @param thread empty if the request had none
     */
    public record Part(String name, double from, double to, String thread) {
    }

    /** How many lives to record in a second. */
    static final int A_SECOND = 20;
    static final long KEPT_MILLIS = 120_000;
    /** Sampling continues for this long after somebody has asked. */
    static final long WATCHED_NANOS = 5_000_000_000L;

    private final LongSupplier started;
    private final LongSupplier nanoTime;
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicInteger samplesLeft = new AtomicInteger(A_SECOND);      // in this second
    private final AtomicLong turn = new AtomicLong();
    private volatile int oneOutOf;      // 0: nobody asks
    private int nextOneOutOf = 1;      // guarded by this, like all below
    private long startedBefore;
    private double requestsPerSample = Double.NaN;
    private long askedAt;
    private boolean asked;
    private long lastAt;
    private final ArrayDeque<Life> kept = new ArrayDeque<>();

    Lives(LongSupplier started) {
        this(started, System::nanoTime);
    }

    Lives(LongSupplier started, LongSupplier nanoTime) {
        this.started = started;
        this.nanoTime = nanoTime;
    }

    boolean choose() {
        int n = oneOutOf;
        if (n == 0) {
            return false;
        }
        seen.incrementAndGet();
        return turn.incrementAndGet() % n == 0 && samplesLeft.getAndUpdate(room -> Math.max(0, room - 1)) > 0;
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
        int chosen = A_SECOND - samplesLeft.getAndSet(A_SECOND);
        requestsPerSample = chosen == 0 ? Double.NaN : (double) requests / chosen;
        nextOneOutOf = (int) Math.max(1, Math.ceilDiv(Math.max(now - startedBefore, requests), (long) A_SECOND));
        startedBefore = now;
        oneOutOf = asked && nanoTime.getAsLong() - askedAt < WATCHED_NANOS ? nextOneOutOf : 0;
        long oldest = System.currentTimeMillis() - KEPT_MILLIS;
        while (!kept.isEmpty() && kept.getFirst().at < oldest) {
            kept.removeFirst();
        }
    }

    /** The lives that ended after this time, in order. Starts or prolongs sampling. */
    public synchronized List<Life> endedAfter(long millis) {
        asked = true;
        askedAt = nanoTime.getAsLong();
        if (oneOutOf == 0) {
            oneOutOf = nextOneOutOf;
        }
        return kept.stream().filter(life -> life.at > millis).toList();
    }

    /** The ratio in the last second. NaN if no request was sampled. */
    public synchronized double requestsPerSample() {
        return requestsPerSample;
    }

    Recorder begin(ConnectionMeter connection, boolean threadPerConnection) {
        boolean waited = connection.takenAt() - connection.noticedAt() > 0;
        String first = !waited ? READ : connection.isBehindPrevious() ? BEHIND : QUEUED;
        Recorder life = new Recorder(threadPerConnection, first, waited ? NO_THREAD : currentThread(),
                connection.noticedAt());
        if (waited) {
            life.next(READ, currentThread(), connection.takenAt());
        }
        life.runs();
        return life;
    }

    void refused(long queuedAt, int status) {
        Recorder life = new Recorder(false, QUEUED, NO_THREAD, queuedAt);
        life.status = status;
        life.sent();
    }

    private static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    private static String currentThread() {
        return Thread.currentThread().getName();
    }

    /**
     * Records one life. A client that leaves, or a shutdown, may end the life on another thread, so a lock guards it.
     */
    final class Recorder {
        // states: OPEN -> ENDED
        private static final int LONGEST_PATH = 60;

        private final boolean threadPerConnection;
        private final long startedAt;
        private final List<Part> parts = new ArrayList<>();      // guarded by this, like all below
        private String name;
        private String thread;
        private long from;
        private String path = "";
        private int status;
        private boolean ended;

        private Recorder(boolean threadPerConnection, String name, String thread, long startedAt) {
            this.threadPerConnection = threadPerConnection;
            this.name = name;
            this.thread = thread;
            this.startedAt = startedAt;
            this.from = startedAt;
        }

        void calls(Stage stage) {
            next(stage.label(), threadPerConnection ? currentThread() : NO_THREAD, System.nanoTime());
        }

        void runs() {
            next(IN_SERVICE_ONE, currentThread(), System.nanoTime());
        }

        void waits(boolean inQueue) {
            next(inQueue ? QUEUED : IN_SERVICE_ONE, NO_THREAD, System.nanoTime());
        }

        synchronized void answered(String path, int status) {
            this.path = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
            this.status = status;
            next(WRITTEN, currentThread(), System.nanoTime());
        }

        synchronized void sent() {
            long now = System.nanoTime();
            next("", NO_THREAD, now);
            if (!ended) {
                ended = true;
                add(now - startedAt, path, status, List.copyOf(parts));
            }
        }

        private synchronized void next(String name, String thread, long now) {
            if (!ended) {
                parts.add(new Part(this.name, millis(from - startedAt), millis(now - startedAt), this.thread));
                this.name = name;
                this.thread = thread;
                this.from = now;
            }
        }
    }
}
