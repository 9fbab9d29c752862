package serviceone.meter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Samples requests and records their lives, at most {@value #A_SECOND} a second; keeps the lives of two minutes.
 * It samples only while somebody asks for lives; otherwise a request costs one read of a field. Serving threads choose
 * requests and add lives, the sampler's thread adapts the rate once a second, and any thread may ask. Choosing needs no
 * lock, only a volatile field and atomic counters; `this` guards the recorded lives.
 */
public final class Lives {
    // states: IDLE (oneOutOf is 0) <-> SAMPLING (one out of `oneOutOf`); a reader starts sampling, and the sampler's
    // thread ends it after a while
    /** The connection waited in the queue, with the request or, later, because the response was due. */
    private static final String QUEUED = "queued";
    /** The request had arrived, but the previous one on the same connection was not answered yet. */
    private static final String BEHIND = "behind";
    private static final String READ = "read";
    /** In the service's own code: computing, or waiting for something other than service two. */
    private static final String OWN = "own";
    /** From when the answer is ready until the kernel has taken all of it. */
    private static final String WRITTEN = "written";
    private static final String NO_THREAD = "";

    /**
     * What happened to one request, in parts; each begins where the previous one ended.
     *
     * @param at    when it ended, in milliseconds since 1970, and unique: a life that ended later has a greater number
     * @param total the milliseconds from when the request was noticed ({@link ConnectionMeter#noticedAt}) to when its
     *              answer was sent
     * @param path  the path without the query, and shortened if long; empty if no request was read
     */
    public record Life(long at, double total, String path, int status, List<Part> parts) {
    }

    /**
     * A part of a request's life.
     *
     * @param name   one of the constants above or, in a call to service two, the name of the {@link Stage}
     * @param from   the part's beginning, in milliseconds since the life began
     * @param to     the part's end, in milliseconds since the life began
     * @param thread the request's thread; empty if it had none
     */
    public record Part(String name, double from, double to, String thread) {
    }

    static final int A_SECOND = 20;
    static final long KEPT_MILLIS = 120_000;
    /** Sampling goes on for this long after somebody has asked for lives. */
    static final long WATCHED_NANOS = 5_000_000_000L;

    private final LongSupplier started;
    private final LongSupplier nanoTime;
    private final AtomicInteger seen = new AtomicInteger();      // requests in this second
    private final AtomicInteger left = new AtomicInteger(A_SECOND);      // how many more lives this second may record
    private final AtomicLong turn = new AtomicLong();
    private volatile int oneOutOf;      // 0: nobody asks
    private int nextOneOutOf = 1;      // the rate if somebody asks; guarded by this, like all below
    private long startedBefore;
    private double requestsPerSample = Double.NaN;
    private long askedAt;
    private boolean asked;
    private long lastAt;
    private final ArrayDeque<Life> kept = new ArrayDeque<>();

    /** @param started the supplier of the number of requests since the service's start */
    Lives(LongSupplier started) {
        this(started, System::nanoTime);
    }

    Lives(LongSupplier started, LongSupplier nanoTime) {
        this.started = started;
        this.nanoTime = nanoTime;
    }

    /** Whether to record the life of a request that begins now. */
    boolean choose() {
        int n = oneOutOf;
        if (n == 0) {
            return false;
        }
        seen.incrementAndGet();
        return turn.incrementAndGet() % n == 0 && left.getAndUpdate(room -> Math.max(0, room - 1)) > 0;
    }

    synchronized void add(long nanos, String path, int status, List<Part> parts) {
        lastAt = Math.max(System.currentTimeMillis(), lastAt + 1);      // unique, so that endedAfter() misses none
        kept.addLast(new Life(lastAt, millis(nanos), path, status, parts));
        if (kept.size() > A_SECOND * KEPT_MILLIS / 1_000) {
            kept.removeFirst();
        }
    }

    /** Derives the next second's sampling rate from the last second's requests. Must be called once a second. */
    public synchronized void adapt() {
        long now = started.getAsLong();
        int requests = seen.getAndSet(0);
        int chosen = A_SECOND - left.getAndSet(A_SECOND);
        requestsPerSample = chosen == 0 ? Double.NaN : (double) requests / chosen;
        nextOneOutOf = (int) Math.max(1, Math.ceilDiv(Math.max(now - startedBefore, requests), (long) A_SECOND));
        startedBefore = now;
        oneOutOf = asked && nanoTime.getAsLong() - askedAt < WATCHED_NANOS ? nextOneOutOf : 0;
        long oldest = System.currentTimeMillis() - KEPT_MILLIS;
        while (!kept.isEmpty() && kept.getFirst().at < oldest) {
            kept.removeFirst();
        }
    }

    /**
     * The lives that ended after this time (in milliseconds since 1970), in the order of their ends. Also starts
     * sampling, or prolongs it.
     */
    public synchronized List<Life> endedAfter(long millis) {
        asked = true;
        askedAt = nanoTime.getAsLong();
        if (oneOutOf == 0) {
            oneOutOf = nextOneOutOf;
        }
        return kept.stream().filter(life -> life.at > millis).toList();
    }

    /** How many requests there were for each sampled request in the last second; NaN if none was sampled. */
    public synchronized double requestsPerSample() {
        return requestsPerSample;
    }

    /** Begins the life of the request that the current thread has just read. */
    Recorder begin(ConnectionMeter connection, boolean threadPerConnection) {
        boolean waited = connection.takenAt() - connection.noticedAt() > 0;      // usually not on a kept connection
        String first = !waited ? READ : connection.isBehind() ? BEHIND : QUEUED;
        Recorder life = new Recorder(threadPerConnection, first, waited ? NO_THREAD : currentThread(),
                connection.noticedAt());
        if (waited) {
            life.next(READ, currentThread(), connection.takenAt());
        }
        life.runs();
        return life;
    }

    /** A connection in the queue got this status before anything was read from it. */
    void refused(long queuedAt, int status) {
        Recorder life = new Recorder(false, QUEUED, NO_THREAD, queuedAt);
        life.status = status;
        life.sent();
    }

    /** Rounds to microseconds, which is the precision shown. */
    private static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    private static String currentThread() {
        return Thread.currentThread().getName();
    }

    /**
     * Records the life of one request. The thread or event loop that works on the request reports to the recorder, one
     * at a time. But if the client leaves, or at a shutdown, another thread can end the request, so a lock guards the
     * record.
     */
    final class Recorder {
        // states: OPEN -> ENDED, after which it records nothing
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

        /** The current thread works on the request. */
        void runs() {
            next(OWN, currentThread(), System.nanoTime());
        }

        /** No thread works on the request. */
        void waits(boolean inQueue) {
            next(inQueue ? QUEUED : OWN, NO_THREAD, System.nanoTime());
        }

        synchronized void answered(String path, int status) {
            this.path = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
            this.status = status;
            next(WRITTEN, currentThread(), System.nanoTime());
        }

        /** The whole answer has been sent, or its client has left. */
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
