package serviceone.meter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Chooses the requests whose lives are written down, one out of so many that no more than {@value #A_SECOND} are in a
 * second, and keeps those of the last two minutes. Only while somebody asks for them: else a request costs one read of
 * a field. Every thread that serves chooses and adds, the sampler's adapts once a second, and any thread asks: choosing
 * takes no lock, but a volatile field and atomic counters; what is kept is guarded by this.
 */
public final class Lives {
    // states: IDLE (one out of 0) <-> SAMPLING (one out of `oneOutOf`), by who asks and, a while later, by the sampler
    /** Its connection waited in the queue, with the request or, as its response was due, once more. */
    private static final String QUEUED = "queued";
    /** It had come, and the request before it on the same connection was not answered yet. */
    private static final String BEHIND = "behind";
    private static final String READ = "read";
    /** In the service's own code: computing, or waiting for something else than service two. */
    private static final String OWN = "own";
    /** From when the answer is ready until the kernel has taken all of it. */
    private static final String WRITTEN = "written";
    private static final String NO_THREAD = "";

    /**
     * What became of one request, part by part, each beginning where the one before it ended.
     *
     * @param at    when it ended, in milliseconds since 1970; of two lives, the one that ended later has the greater
     * @param total milliseconds from when its connection was queued, or its first byte came, until its answer was sent
     * @param path  without the query, and not the whole of a long one; empty where no request was read
     */
    public record Life(long at, double total, String path, int status, List<Part> parts) {
    }

    /**
     * One thing that a request is at.
     *
     * @param name   one of those above or, in a call to service two, that of the {@link Stage}
     * @param from   milliseconds since the life began
     * @param thread which had the request; empty where none had
     */
    public record Part(String name, double from, double to, String thread) {
    }

    static final int A_SECOND = 20;
    static final long KEPT_MILLIS = 120_000;
    /** For so long after it was asked for them, somebody is taken to look. */
    static final long WATCHED_NANOS = 5_000_000_000L;

    private final LongSupplier started;
    private final LongSupplier nanoTime;
    private final AtomicInteger seen = new AtomicInteger();                  // requests since the last second's end
    private final AtomicInteger left = new AtomicInteger(A_SECOND);          // lives for which this second has room
    private final AtomicLong turn = new AtomicLong();
    private volatile int oneOutOf;                                           // 0: nobody looks
    private int wanted = 1;                                                  // these guarded by this
    private long startedBefore;
    private double every = Double.NaN;
    private long askedAt;
    private boolean asked;
    private long lastAt;
    private final ArrayDeque<Life> kept = new ArrayDeque<>();

    /** @param started requests since the service's start */
    Lives(LongSupplier started) {
        this(started, System::nanoTime);
    }

    Lives(LongSupplier started, LongSupplier nanoTime) {
        this.started = started;
        this.nanoTime = nanoTime;
    }

    /** Whether the life of a request that begins now is to be written down. */
    boolean choose() {
        int n = oneOutOf;
        if (n == 0) {
            return false;
        }
        seen.incrementAndGet();
        return turn.incrementAndGet() % n == 0 && left.getAndUpdate(room -> Math.max(0, room - 1)) > 0;
    }

    synchronized void add(long nanos, String path, int status, List<Part> parts) {
        lastAt = Math.max(System.currentTimeMillis(), lastAt + 1);      // so that `after` skips none
        kept.addLast(new Life(lastAt, millis(nanos), path, status, parts));
        if (kept.size() > A_SECOND * KEPT_MILLIS / 1_000) {
            kept.removeFirst();
        }
    }

    /** Once a second: from the rate of the last one follows out of how many one is chosen in the next. */
    public synchronized void adapt() {
        long now = started.getAsLong();
        int requests = seen.getAndSet(0);
        int chosen = A_SECOND - left.getAndSet(A_SECOND);
        every = chosen == 0 ? Double.NaN : (double) requests / chosen;
        wanted = (int) Math.max(1, Math.ceilDiv(Math.max(now - startedBefore, requests), (long) A_SECOND));
        startedBefore = now;
        oneOutOf = asked && nanoTime.getAsLong() - askedAt < WATCHED_NANOS ? wanted : 0;
        long oldest = System.currentTimeMillis() - KEPT_MILLIS;
        while (!kept.isEmpty() && kept.getFirst().at < oldest) {
            kept.removeFirst();
        }
    }

    /** The lives that ended after that, in milliseconds since 1970, the first to end first. More are written down. */
    public synchronized List<Life> endedAfter(long millis) {
        asked = true;
        askedAt = nanoTime.getAsLong();
        if (oneOutOf == 0) {
            oneOutOf = wanted;
        }
        return kept.stream().filter(life -> life.at > millis).toList();
    }

    /** Of how many requests one was chosen in the last second; NaN if none was. */
    public synchronized double every() {
        return every;
    }

    /** Begins to write down the life of the request that the current thread has just read. */
    Recorder read(ConnectionMeter connection, boolean threadPerConnection) {
        boolean waited = connection.takenAt() - connection.since() > 0;      // not on a kept connection, mostly
        String first = !waited ? READ : connection.isBehind() ? BEHIND : QUEUED;
        Recorder life = new Recorder(threadPerConnection, first, waited ? NO_THREAD : currentThread(),
                connection.since());
        if (waited) {
            life.next(READ, currentThread(), connection.takenAt());
        }
        life.runs();
        return life;
    }

    /** A connection of which nothing was read since it was put into the queue is told why, by somebody else. */
    void refused(long queuedAt, int status) {
        Recorder life = new Recorder(false, QUEUED, NO_THREAD, queuedAt);
        life.status = status;
        life.sent();
    }

    /** To the microsecond: so they are shown. */
    private static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    private static String currentThread() {
        return Thread.currentThread().getName();
    }

    /**
     * Writes down the life of one request. Told by whichever thread or event loop has the request, one after the other;
     * but a client that leaves, or a stop, ends a request that still has a thread: hence the lock.
     */
    final class Recorder {
        // states: OPEN -> ENDED; what is told after the end is not written down
        private static final int LONGEST_PATH = 60;

        private final boolean threadPerConnection;
        private final long since;
        private final List<Part> parts = new ArrayList<>();      // these guarded by this
        private String name;
        private String thread;
        private long from;
        private String path = "";
        private int status;
        private boolean ended;

        private Recorder(boolean threadPerConnection, String name, String thread, long since) {
            this.threadPerConnection = threadPerConnection;
            this.name = name;
            this.thread = thread;
            this.since = since;
            this.from = since;
        }

        void calls(Stage stage) {
            next(stage.label(), threadPerConnection ? currentThread() : NO_THREAD, System.nanoTime());
        }

        /** The current thread has it. */
        void runs() {
            next(OWN, currentThread(), System.nanoTime());
        }

        /** No thread has it. */
        void waits(boolean inQueue) {
            next(inQueue ? QUEUED : OWN, NO_THREAD, System.nanoTime());
        }

        synchronized void answered(String path, int status) {
            this.path = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
            this.status = status;
            next(WRITTEN, currentThread(), System.nanoTime());
        }

        /** All of the answer has been sent, or nobody takes it any more. */
        synchronized void sent() {
            long now = System.nanoTime();
            next("", NO_THREAD, now);
            if (!ended) {
                ended = true;
                add(now - since, path, status, List.copyOf(parts));
            }
        }

        private synchronized void next(String name, String thread, long now) {
            if (!ended) {
                parts.add(new Part(this.name, millis(from - since), millis(now - since), this.thread));
                this.name = name;
                this.thread = thread;
                this.from = now;
            }
        }
    }
}
