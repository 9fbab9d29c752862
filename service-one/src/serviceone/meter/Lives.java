package serviceone.meter;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import serviceone.meter.Life.Part;

/**
 * Chooses the requests whose lives are written down, one out of so many that no more than {@value #A_SECOND} are in a
 * second, and keeps those of the last two minutes. Only while somebody asks for them: else a request costs one read of
 * a field. Every thread that serves chooses and adds, the sampler's adapts once a second, and any thread asks: choosing
 * takes no lock, but a volatile field and atomic counters; what is kept is guarded by this.
 */
public final class Lives {
    // states: IDLE (one out of 0) <-> SAMPLING (one out of `oneOutOf`), by who asks and, a while later, by the sampler
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
        return n > 0 && chooseOneOutOf(n);
    }

    private boolean chooseOneOutOf(int n) {
        seen.incrementAndGet();
        return turn.incrementAndGet() % n == 0 && left.getAndUpdate(room -> Math.max(0, room - 1)) > 0;
    }

    synchronized void add(long nanos, String path, int status, List<Part> parts) {
        lastAt = Math.max(System.currentTimeMillis(), lastAt + 1);      // so that `after` skips none
        kept.addLast(new Life(lastAt, nanos, path, status, parts));
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
        dropOld();
    }

    private void dropOld() {
        long oldest = System.currentTimeMillis() - KEPT_MILLIS;
        while (!kept.isEmpty() && kept.getFirst().at() < oldest) {
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
        return kept.stream().filter(life -> life.at() > millis).toList();
    }

    /** Of how many requests one was chosen in the last second; NaN if none was. */
    public synchronized double every() {
        return every;
    }
}
