package serviceone.meter;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and times what happens to connections, requests and calls since the start. Called by every thread that serves,
 * read by those who watch. Each count is a {@link LongAdder} or an atomic of its own, so that counting makes no thread
 * wait for another; a reader sees every count that happened before it looked, but not all counts of one moment.
 */
public final class Meter {
    private static final int STATUSES = 600;
    private static final int FIRST_ERROR = 400;

    private final Mode mode;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder queuedNanos = new LongAdder();
    private final LongAdder serviceNanos = new LongAdder();
    private final LongAdder callNanos = new LongAdder();
    private final Histogram latencies = new Histogram();
    private final AtomicLongArray statuses = new AtomicLongArray(STATUSES);
    private final LongAdder onKeptConnections = new LongAdder();
    private final LongAdder unansweredCalls = new LongAdder();
    private final LongAdder refusedCalls = new LongAdder();
    private final Map<Stage, LongAdder> waiting = adders(Stage.class);
    private final Map<Stage, LongAdder> calls = adders(Stage.class);
    private final Map<OwnWait, LongAdder> ownWaits = adders(OwnWait.class);
    private final Lives lives = new Lives(started::sum);

    public Meter(Mode mode) {
        this.mode = mode;
    }

    /** One for each; the map is only read. */
    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> kinds) {
        Map<E, LongAdder> adders = new EnumMap<>(kinds);
        for (E kind : kinds.getEnumConstants()) {
            adders.put(kind, new LongAdder());
        }
        return adders;
    }

    Mode mode() {
        return mode;
    }

    public void accepted() {
        accepted.increment();
    }

    /** A connection gets a 503 instead of being served. */
    public void refused() {
        refused.increment();
    }

    /** Of a connection that has just been accepted. */
    public ConnectionMeter connection() {
        return new ConnectionMeter(this);
    }

    /** Of a connection that was put into the queue then and of which nothing has been read since. */
    void refusedLife(long queuedAt, int status) {
        if (lives.choose()) {
            LifeRecorder.queued(lives, queuedAt).refused(status);
        }
    }

    /**
     * A request has been read whole, or is refused because it cannot be. Returns an event if a recording wants one.
     *
     * @param first of its connection
     */
    RequestEvent requestStarted(boolean first) {
        started.increment();
        if (!first) {
            onKeptConnections.increment();
        }
        return RequestEvent.beginning(mode.isBoundedByThreads());
    }

    /** Of the request that has just been read; null unless it is sampled. */
    LifeRecorder sampledLife(ConnectionMeter connection) {
        return lives.choose() ? LifeRecorder.read(lives, connection, mode.hasThreadPerConnection()) : null;
    }

    void requestAnswered(int status, long queued, long nanos) {
        answered.increment();
        queuedNanos.add(queued);
        serviceNanos.add(nanos);
        latencies.add(queued + nanos);
        statuses.incrementAndGet(status);
    }

    /** @param life of the request; null unless it is sampled */
    CallTimer callStarted(Stage stage, LifeRecorder life) {
        waiting.get(stage).increment();
        if (life != null) {
            life.calls(stage);
        }
        return new CallTimer(this, stage, CallEvent.beginning(), life);
    }

    void callRefused() {
        refusedCalls.increment();
    }

    void callEnded(Stage stage, CallEnd end, long nanos) {
        waiting.get(stage).decrement();
        callNanos.add(nanos);
        if (end != CallEnd.FAILED) {
            calls.get(stage).increment();
        }
        if (end != CallEnd.ANSWERED) {
            unansweredCalls.increment();
        }
    }

    /** A request waits in a route of service one's own. */
    public void waits(OwnWait wait) {
        ownWaits.get(wait).increment();
    }

    /** Those of sampled requests. */
    public Lives lives() {
        return lives;
    }

    public long acceptedCount() {
        return accepted.sum();
    }

    public long refusedCount() {
        return refused.sum();
    }

    public long answeredCount() {
        return answered.sum();
    }

    public long answeredCount(int status) {
        return statuses.get(status);
    }

    /** Responses of 400 and above; connections that were refused are not among them. */
    public long failedCount() {
        return failures().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The same, by status. */
    public Map<Integer, Long> failures() {
        Map<Integer, Long> failures = new TreeMap<>();
        for (int status = FIRST_ERROR; status < STATUSES; status++) {
            if (statuses.get(status) > 0) {
                failures.put(status, statuses.get(status));
            }
        }
        return failures;
    }

    /** Requests read and not yet answered. */
    public long inFlight() {
        return Math.max(0, started.sum() - answered.sum());
    }

    /** Requests that wait in this call. */
    public long waitingIn(Stage stage) {
        return waiting.get(stage).sum();
    }

    /** Calls that have ended and that service two has had, whether it was late or not. */
    public long calls(Stage stage) {
        return calls.get(stage).sum();
    }

    /** Calls that failed or were late. */
    public long unansweredCalls() {
        return unansweredCalls.sum();
    }

    /** Calls that were not made, because as many were in flight as may be. */
    public long refusedCalls() {
        return refusedCalls.sum();
    }

    /** How often requests have waited so. */
    public long ownWaits(OwnWait wait) {
        return ownWaits.get(wait).sum();
    }

    /** Requests that came on a connection which had brought one before. */
    public long onKeptConnections() {
        return onKeptConnections.sum();
    }

    /** How long all answered requests had waited in the queue, together. */
    public long queuedNanos() {
        return queuedNanos.sum();
    }

    /** How long all answered requests took from read to answered, together. */
    public long serviceNanos() {
        return serviceNanos.sum();
    }

    /** How long all ended calls took, together; also those of requests that are not answered yet. */
    public long callNanos() {
        return callNanos.sum();
    }

    /** Of all answered requests, from read to answered, and with what their connections waited in the queue. */
    public Histogram.Counts latencies() {
        return latencies.counts();
    }
}
