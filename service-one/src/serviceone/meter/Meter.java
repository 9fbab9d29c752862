package serviceone.meter;

import module java.base;
import common.mode.Mode;
import common.mode.Wait;

/**
 * Counts since the start. Any thread may count or read, and none waits. The counts that a reader gets may be of
 * different moments.
 */
public final class Meter {
    public enum Count {
        ACCEPTED,
        /** Connections refused instead of served, usually with a 503. */
        REFUSED,
        /** Includes malformed, late and too large requests. */
        STARTED,
        ANSWERED,
        /** Requests answered with a status of 400 or above. */
        FAILED,
        /** The answered requests' time in the queue. */
        QUEUED_NANOS,
        /** The answered requests' time from the end of reading to the answer. */
        SERVICE_NANOS,
        /** The ended calls' time. */
        CALL_NANOS,
        UNANSWERED_CALLS,
        REFUSED_CALLS
    }

    /**
     * The counts at a moment.
     *
     * @param calls     ended calls, without failed ones and those of requests that are in a later call now
     * @param ownWaits  the waits in service one's own routes
     * @param latencies a histogram's snapshot; includes the time in the queue
     */
    public record Totals(Map<Count, Long> counts, Map<Stage, Long> calls, Map<Wait, Long> ownWaits, long[] latencies) {
    }

    private static final int STATUSES = 600;
    private static final int FIRST_ERROR = 400;

    final Mode mode;
    private final Map<Count, LongAdder> counts = adders(Count.class);
    private final Histogram latencies = new Histogram();
    private final AtomicLongArray statuses = new AtomicLongArray(STATUSES);
    private final Map<Stage, LongAdder> waiting = adders(Stage.class);
    private final Map<Stage, LongAdder> calls = adders(Stage.class);
    private final Map<Wait, LongAdder> ownWaits = adders(Wait.class);
    private final LongSupplier clock;
    private final Lives lives;

    public Meter(Mode mode) {
        this(mode, System::nanoTime);
    }

    /** @param clock as {@link System#nanoTime} */
    public Meter(Mode mode, LongSupplier clock) {
        this.mode = mode;
        this.clock = clock;
        lives = new Lives(clock);
    }

    public long nanoTime() {
        return clock.getAsLong();
    }

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> kinds) {
        Map<E, LongAdder> adders = new EnumMap<>(kinds);
        for (E kind : kinds.getEnumConstants()) {
            adders.put(kind, new LongAdder());
        }
        return adders;
    }

    public void count(Count what) {
        counts.get(what).increment();
    }

    public long get(Count what) {
        return counts.get(what).sum();
    }

    public ConnectionMeter connection() {
        return new ConnectionMeter(this);
    }

    void requestAnswered(int status, long queuedNanos, long serviceNanos) {
        count(Count.ANSWERED);
        counts.get(Count.QUEUED_NANOS).add(queuedNanos);
        counts.get(Count.SERVICE_NANOS).add(serviceNanos);
        latencies.add(queuedNanos + serviceNanos);
        statuses.incrementAndGet(status);
        if (status >= FIRST_ERROR) {
            count(Count.FAILED);
        }
    }

    void callBegins(Stage stage) {
        waiting.get(stage).increment();
    }

    void callEnded(Stage stage, Throwable failure, long nanos) {
        waiting.get(stage).decrement();
        counts.get(Count.CALL_NANOS).add(nanos);
        if (failure == null || failure instanceof SocketTimeoutException) {
            calls.get(stage).increment();
        }
        if (failure != null) {
            count(Count.UNANSWERED_CALLS);
        }
    }

    public void waits(Wait wait) {
        ownWaits.get(wait).increment();
    }

    public Lives lives() {
        return lives;
    }

    public Map<Integer, Long> failures() {
        return new TreeMap<>(IntStream.range(FIRST_ERROR, STATUSES).filter(status -> statuses.get(status) > 0).boxed()
                .collect(Collectors.toMap(status -> status, statuses::get)));
    }

    public long inFlight() {
        return Math.max(0, get(Count.STARTED) - get(Count.ANSWERED));
    }

    public Map<String, Long> waitingByCall() {
        Map<String, Long> waitingByCall = new LinkedHashMap<>();
        waiting.forEach((stage, count) -> waitingByCall.put(stage.label(), count.sum()));
        return waitingByCall;
    }

    public Totals totals() {
        Map<Stage, Long> finished = sums(calls);
        Map<Stage, Long> now = sums(waiting);
        finished.replaceAll((stage, count) -> count - now.entrySet().stream()
                .filter(each -> each.getKey().compareTo(stage) > 0).mapToLong(Map.Entry::getValue).sum());
        return new Totals(sums(counts), finished, sums(ownWaits), latencies.snapshot());
    }

    private static <E extends Enum<E>> Map<E, Long> sums(Map<E, LongAdder> adders) {
        return adders.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().sum()));
    }
}
