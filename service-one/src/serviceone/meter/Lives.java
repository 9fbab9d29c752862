package serviceone.meter;

import module java.base;

/**
 * While somebody watches, keeps what happened to every request of the last ten seconds, and which operating-system
 * thread had it. Serving threads add requests; any thread may look.
 */
public final class Lives {
    // states: IDLE <-> WATCHED
    static final String QUEUED = "queued";
    /** The previous request on the connection was not answered yet. */
    private static final String BEHIND = "behind";
    private static final String READ = "read";
    static final String IN_SERVICE_ONE = "own";
    /** A wait in one of service one's own routes. */
    static final String WAITING = "wait";
    /** Until the kernel has taken the whole answer. */
    static final String WRITTEN = "written";
    private static final Set<String> RUNNING = Set.of(READ, IN_SERVICE_ONE, WRITTEN);
    private static final String NO_THREAD = "";

    /**
     * What happened to one request. Each part begins where the previous part ended.
     *
     * @param ended microseconds since the service's start; {@link Life#GOES_ON} if it has not ended
     * @param begun microseconds since the service's start
     * @param total milliseconds, from the moment when the request was first noticed
     * @param path  without the query; shortened if long, empty if no request was read
     */
    public record Life(long id, long ended, long begun, double total, String path, int status, List<Part> parts) {
        public static final long GOES_ON = Long.MAX_VALUE;

        public boolean goesOn() {
            return ended == GOES_ON;
        }
    }

    /**
     * Times are milliseconds since the life began.
     *
     * @param name   a constant above, or a {@link Stage}'s label
     * @param thread the operating-system thread that the request had, even if it only waited; empty if it had none
     */
    public record Part(String name, double from, double to, String thread) {
        public boolean runs() {
            return RUNNING.contains(name);
        }
    }

    /**
     * The lives of a recording. One that goes on keeps its place, however many others begin and end meanwhile:
     * otherwise a slow request would be gone before it ends.
     *
     * @param ended if it is full, those that ended first make room
     */
    private record Kept(Set<Recorder> open, BlockingQueue<Recorder> ended) {
        Kept() {
            this(ConcurrentHashMap.newKeySet(), new ArrayBlockingQueue<>(MOST_ENDED));
        }

        /** A life that ends in this moment is in both. */
        Stream<Recorder> all() {
            List<Recorder> going = List.copyOf(open);
            return Stream.concat(going.stream(), ended.stream()).distinct();
        }

        void end(Recorder life) {
            if (open.contains(life)) {
                while (!ended.offer(life)) {
                    ended.poll();
                }
                open.remove(life);
            }
        }
    }

    /** The most lives that are kept after their end, and for how long. */
    public static final int MOST_ENDED = 1 << 15;
    public static final long KEPT_MICROS = 10_000_000;
    /** Recording continues for this long after somebody has asked. */
    static final long WATCHED_NANOS = 5_000_000_000L;
    private static final int LONGEST_PATH = 60;

    private final LongSupplier nanoTime;
    private final long origin;
    private final AtomicLong begun = new AtomicLong();
    private volatile Kept kept;      // null while nobody watches
    private volatile long askedAt;
    private volatile long watchedSince;
    /** The life of a request that nobody watches. */
    final Recorder none;

    Lives(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        origin = nanoTime.getAsLong();
        none = new Recorder(0, "", "", origin);
        none.ended = true;
    }

    /** Must be called once a second. */
    public void forgetUnlessWatched() {
        if (nanoTime.getAsLong() - askedAt >= WATCHED_NANOS) {
            kept = null;
        }
    }

    /** Microseconds since the service's start. */
    public long now() {
        return micros(nanoTime.getAsLong());
    }

    private long micros(long nanos) {
        return (nanos - origin) / 1_000;
    }

    /** When the recording began, in microseconds since the service's start. Starts or prolongs it. */
    public synchronized long watch() {
        askedAt = nanoTime.getAsLong();
        if (kept == null) {
            watchedSince = now();
            kept = new Kept();
        }
        return watchedSince;
    }

    /** The kept lives that go on or ended at this time or later, in the order of their beginning. */
    public List<Life> changedAfter(long micros) {
        Kept watched = kept;
        long since = Math.max(micros, now() - KEPT_MICROS);
        return watched == null ? List.of() : watched.all().filter(life -> !life.hasEndedBefore(since))
                .map(Recorder::life).sorted(Comparator.comparingLong(Life::id)).toList();
    }

    /** @param noticedAt when the request was in the queue, behind the previous request, or with its thread */
    Recorder begin(String path, long noticedAt, long takenAt, long onThreadAt, boolean behindPrevious) {
        Kept watched = kept;
        if (watched == null) {
            return none;
        }
        Recorder life = new Recorder(begun.incrementAndGet(), path, behindPrevious ? BEHIND : QUEUED, noticedAt);
        life.beginAt(takenAt, READ, NO_THREAD);
        life.beginAt(onThreadAt, READ, Recorder.thread());
        watched.open.add(life);
        life.runs(IN_SERVICE_ONE);      // later than the line above, so whoever has missed the life finds this part
        return life;
    }

    void refused(long queuedAt, int status) {
        Kept watched = kept;
        if (watched != null) {
            Recorder life = new Recorder(begun.incrementAndGet(), "", QUEUED, queuedAt);
            watched.open.add(life);
            life.sent(status);
        }
    }

    /**
     * Records one life. The shutdown, or a client that leaves, may end the life on another thread, and any thread may
     * look at it, so a lock guards it.
     */
    final class Recorder {
        // states: OPEN -> ENDED
        private final long id;
        private final String path;
        private final long startedAt;
        private final List<Part> parts = new ArrayList<>();      // guarded by this, like all below
        private String name;
        private String thread = NO_THREAD;
        private long from;
        private int status;
        private volatile boolean ended;      // no lock: this is all that a wait costs while nobody watches

        private Recorder(long id, String path, String first, long startedAt) {
            this.id = id;
            this.path = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
            this.startedAt = startedAt;
            name = first;
            from = startedAt;
        }

        /** The platform thread that runs this code. Only {@code toString} tells a virtual thread's carrier. */
        private static String thread() {
            Thread current = Thread.currentThread();
            String text = current.isVirtual() ? current.toString() : current.getName();
            return text.substring(text.lastIndexOf('@') + 1);
        }

        void runs(String name) {
            if (!ended) {
                next(name, true);
            }
        }

        /** The request's thread waits. If it is virtual, it leaves its carrier. */
        void waits(String name) {
            if (!ended) {
                next(name, !Thread.currentThread().isVirtual());
            }
        }

        void waitsWithoutThread(String name) {
            if (!ended) {
                next(name, false);
            }
        }

        /** A virtual thread has the same carrier until it waits, and asking for it takes the longest here. */
        private synchronized void next(String name, boolean hasThread) {
            long now = nanoTime.getAsLong();
            String next = NO_THREAD;
            if (hasThread) {
                boolean stays = !thread.isEmpty() && Thread.currentThread().isVirtual();
                next = stays ? thread : thread();
            }
            if (!ended && !(name.equals(this.name) && next.equals(thread))) {
                beginAt(now, name, next);
            }
        }

        private synchronized void beginAt(long moment, String name, String thread) {
            if (moment - from > 0) {
                parts.add(part(moment));
                from = moment;
            }
            this.name = name;
            this.thread = thread;
        }

        private Part part(long to) {
            return new Part(name, millis(from - startedAt), millis(to - startedAt), thread);
        }

        private static double millis(long nanos) {
            return Math.round(nanos / 1e3) / 1e3;
        }

        void sent(int status) {
            Kept watched = kept;
            if (end(status) && watched != null) {
                watched.end(this);
            }
        }

        private synchronized boolean end(int status) {
            if (ended) {
                return false;
            }
            beginAt(nanoTime.getAsLong(), "", NO_THREAD);
            this.status = status;
            ended = true;
            return true;
        }

        private synchronized boolean hasEndedBefore(long micros) {
            return ended && micros(from) < micros;
        }

        private synchronized Life life() {
            long to = ended ? from : nanoTime.getAsLong();
            List<Part> all = new ArrayList<>(parts);
            if (!ended) {
                all.add(part(to));
            }
            return new Life(id, ended ? micros(to) : Life.GOES_ON, micros(startedAt), millis(to - startedAt), path,
                    status, all);
        }
    }
}
