package serviceone.meter;

import serviceone.meter.Meter.Count;

/**
 * Counts and times the requests of one connection, one after the other. Whoever has the connection says what happens to
 * it; whoever hands the connection over hands this over, too.
 */
public final class ConnectionMeter {
    // states of a request: NONE -> BEGUN (requestBegins) -> READ (requestRead) -> ANSWERED (answered) -> NONE (sent)
    private final Meter meter;
    private final long acceptedAt = System.nanoTime();      // as all the times here
    private boolean first = true;
    private long queuedAt = acceptedAt;
    private long takenAt = acceptedAt;
    private boolean fresh;                 // nothing has been read since it was taken from the queue
    private boolean nextHasCome;           // bytes of the request behind the present one have come
    private long nextSince;                // when that was noticed

    private boolean begun;                 // of the present request
    private boolean behind;                // it had to wait for the request before it
    private long since;
    private long queuedNanos;
    private boolean unanswered;
    private long readAt;
    private String path = "";
    private RequestEvent event;            // null unless a recording wants it
    private Lives.Recorder life;           // null unless it is sampled

    ConnectionMeter(Meter meter) {
        this.meter = meter;
    }

    /** The connection is put into the queue: it is new, or its client has sent something, or its response is due. */
    public void queued(long now) {
        queuedAt = now;
        if (unanswered && life != null) {
            life.waits(true);
        }
    }

    public void taken(long now) {
        if (unanswered) {
            runs();
        } else if (begun) {
            queuedNanos += now - queuedAt;
        } else {
            queuedNanos = now - queuedAt;
            takenAt = now;
            fresh = true;
        }
    }

    public void refusedInQueue(int status) {
        meter.count(Count.REFUSED);
        if (unanswered) {
            refused(status);
        } else if (meter.lives().choose()) {
            meter.lives().refused(queuedAt, status);
        }
    }

    /** The first bytes of a request have come, or its turn, if they came while the one before it was answered. */
    public void requestBegins() {
        if (!fresh) {
            takenAt = System.nanoTime();
            queuedNanos = 0;
        }
        behind = nextHasCome;
        since = behind ? nextSince : fresh ? queuedAt : takenAt;
        begun = true;
        fresh = false;
        nextHasCome = false;
    }

    /** The current thread has read the whole request. */
    public void requestRead(String path) {
        this.path = path;
        meter.count(Count.STARTED);
        if (!first) {
            meter.count(Count.ON_KEPT_CONNECTIONS);
        }
        event = RequestEvent.beginning(meter.mode().keepsPlatformThread());
        life = meter.lives().choose() ? meter.lives().read(this, meter.mode().hasThreadPerConnection()) : null;
        first = false;
        begun = false;
        unanswered = true;
        readAt = System.nanoTime();
    }

    /** The request cannot be read, and its client is told so. */
    public void requestRefused(int status) {
        requestRead("");
        answered(status);
        sent();
    }

    /** Whether bytes of the next request are there while this one is not answered yet. */
    public void nextHasCome(boolean has) {
        if (has && !nextHasCome) {
            nextHasCome = true;
            nextSince = System.nanoTime();
        }
    }

    public CallTimer callStarted(Stage stage) {
        return new CallTimer(meter, stage, life);
    }

    /** A call is not made, because as many are in flight as may be. */
    public void callRefused() {
        meter.count(Count.REFUSED_CALLS);
    }

    /** The request waits for something else than service two, and has no thread until then. */
    public void waits() {
        if (life != null) {
            life.waits(false);
        }
    }

    /** It waited without a thread, and has the current one now. */
    public void runs() {
        if (life != null) {
            life.runs();
        }
    }

    /** The response is about to be sent, or nobody is there to take it any more. */
    public void answered(int status) {
        unanswered = false;
        meter.requestAnswered(status, queuedNanos, System.nanoTime() - readAt);
        if (life != null) {
            life.answered(path, status);
        }
        if (event != null) {
            event.ended(meter.mode(), path, status, queuedNanos);
            event = null;
        }
    }

    /** All of the response has been sent, or nobody takes it any more; does nothing for a request without one. */
    public void sent() {
        if (life != null && !unanswered) {
            life.sent();
            life = null;
        }
    }

    /** The present request, if it has no answer yet, gets none but this, sent by somebody else or not at all. */
    public void refused(int status) {
        if (unanswered) {
            answered(status);
        }
        sent();
    }

    public boolean isUnanswered() {
        return unanswered;
    }

    /** Whether none of its requests has been read whole yet. */
    public boolean isFirst() {
        return first;
    }

    /** When the time began in which the present request must come: the first one's at the accept. */
    public long timedSince() {
        return first ? acceptedAt : behind ? takenAt : since;
    }

    public long since() {
        return since;
    }

    /** When somebody was there to read it. */
    long takenAt() {
        return takenAt;
    }

    /** Whether it came while the one before it was being answered. */
    boolean isBehind() {
        return behind;
    }
}
