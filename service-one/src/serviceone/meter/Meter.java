package serviceone.meter;

import common.mode.Mode;
import common.mode.Wait;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
    public enum Count {
        /** Connections, refused ones included. */
        ACCEPTED,
        /** Connections that got a 503 instead of being served. */
        REFUSED,
        /** Requests read whole, or refused because they could not be. */
        STARTED,
        /** Those of them that came on a connection which had brought one before. */
        ON_KEPT_CONNECTIONS,
        ANSWERED,
        /** Answered with a status of 400 or above; refused connections are not among them. */
        FAILED,
        /** What answered requests had waited in the queue. */
        QUEUED_NANOS,
        /** What answered requests took from read to answered. */
        SERVICE_NANOS,
        /** What ended calls took; also those of requests that are not answered yet. */
        CALL_NANOS,
        /** Calls that failed or were late. */
        UNANSWERED_CALLS,
        /** Calls that were not made, because as many were in flight as may be. */
        REFUSED_CALLS
    }

    private static final int STATUSES = 600;
    private static final int FIRST_ERROR = 400;

    private final Mode mode;
    private final Map<Count, LongAdder> counts = adders(Count.class);
    private final Histogram latencies = new Histogram();
    private final AtomicLongArray statuses = new AtomicLongArray(STATUSES);
    private final Map<Stage, LongAdder> waiting = adders(Stage.class);
    private final Map<Stage, LongAdder> calls = adders(Stage.class);
    private final Map<Wait, LongAdder> ownWaits = adders(Wait.class);
    private final Lives lives = new Lives(() -> get(Count.STARTED));

    public Meter(Mode mode) {
        this.mode = mode;
    }

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

    public void count(Count what) {
        counts.get(what).increment();
    }

    public long get(Count what) {
        return counts.get(what).sum();
    }

    public Map<Count, Long> counts() {
        Map<Count, Long> now = new EnumMap<>(Count.class);
        counts.forEach((what, count) -> now.put(what, count.sum()));
        return now;
    }

    public ConnectionMeter connection() {
        return new ConnectionMeter(this);
    }

    void requestAnswered(int status, long queued, long nanos) {
        count(Count.ANSWERED);
        counts.get(Count.QUEUED_NANOS).add(queued);
        counts.get(Count.SERVICE_NANOS).add(nanos);
        latencies.add(queued + nanos);
        statuses.incrementAndGet(status);
        if (status >= FIRST_ERROR) {
            count(Count.FAILED);
        }
    }

    void callBegins(Stage stage) {
        waiting.get(stage).increment();
    }

    void callEnded(Stage stage, CallTimer.End end, long nanos) {
        waiting.get(stage).decrement();
        counts.get(Count.CALL_NANOS).add(nanos);
        if (end != CallTimer.End.FAILED) {
            calls.get(stage).increment();
        }
        if (end != CallTimer.End.ANSWERED) {
            count(Count.UNANSWERED_CALLS);
        }
    }

    /** A request waits in a route of service one's own. */
    public void waits(Wait wait) {
        ownWaits.get(wait).increment();
    }

    public Lives lives() {
        return lives;
    }

    /** How many were answered with each status of 400 and above. */
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
        return Math.max(0, get(Count.STARTED) - get(Count.ANSWERED));
    }

    /** Requests that wait in this call. */
    public long waitingIn(Stage stage) {
        return waiting.get(stage).sum();
    }

    /** The same, by what people call it. */
    public Map<String, Long> waitingByCall() {
        Map<String, Long> waitingByCall = new LinkedHashMap<>();
        waiting.forEach((stage, count) -> waitingByCall.put(stage.label(), count.sum()));
        return waitingByCall;
    }

    /** Calls that have ended and that service two has had, whether it was late or not. */
    public long calls(Stage stage) {
        return calls.get(stage).sum();
    }

    /** How often requests have waited so. */
    public long ownWaits(Wait wait) {
        return ownWaits.get(wait).sum();
    }

    /** Of all answered requests, from read to answered, and with what their connections waited in the queue. */
    public Histogram.Counts latencies() {
        return latencies.counts();
    }
}
