package serviceone.meter;

import serviceone.meter.Meter.Count;

/**
 * Counts and times the requests of one connection, in sequence. The connection's owner reports its events here, and
 * passes this on to the next owner.
 */
public final class ConnectionMeter {
    // states of a request: NONE -> BEGUN (requestBegins) -> READ (requestRead) -> ANSWERED (answered) -> NONE (sent)
    private final Meter meter;
    private final long acceptedAt = System.nanoTime();      // in the time of System.nanoTime(), like all fields here
    private boolean first = true;
    private long queuedAt = acceptedAt;
    private long takenAt = acceptedAt;
    private boolean fresh;      // nothing has been read since the connection left the queue
    private boolean nextHasCome;      // bytes of the next request have arrived
    private long nextNoticedAt;      // when that was noticed

    private boolean begun;      // the present request has begun
    private boolean behind;      // the present request had to wait for the previous one
    private long noticedAt;
    private long queuedNanos;
    private boolean unanswered;
    private long readAt;
    private String path = "";
    private RequestEvent event;      // null unless Flight Recorder records requests
    private Lives.Recorder life;      // null unless the request is sampled

    ConnectionMeter(Meter meter) {
        this.meter = meter;
    }

    /** The connection enters the queue: it is new, its client has sent something, or its response is due. */
    public void queued(long now) {
        queuedAt = now;
        if (unanswered && life != null) {
            life.waits(true);
        }
    }

    /** A thread or an event loop has taken the connection from the queue. */
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

    /**
     * The owner begins to read a request whose first bytes have come. They may have come during the previous request.
     */
    public void requestBegins() {
        if (!fresh) {
            takenAt = System.nanoTime();
            queuedNanos = 0;
        }
        behind = nextHasCome;
        noticedAt = behind ? nextNoticedAt : fresh ? queuedAt : takenAt;
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
        life = meter.lives().choose() ? meter.lives().begin(this, meter.mode().hasThreadPerConnection()) : null;
        first = false;
        begun = false;
        unanswered = true;
        readAt = System.nanoTime();
    }

    /** The request is malformed, over a limit or late; its client gets this status. */
    public void requestRefused(int status) {
        requestRead("");
        answered(status);
        sent();
    }

    /** Reports whether bytes of the next request have come, although the present one is not answered yet. */
    public void reportNextRequest(boolean hasCome) {
        if (hasCome && !nextHasCome) {
            nextHasCome = true;
            nextNoticedAt = System.nanoTime();
        }
    }

    public CallTimer callStarted(Stage stage) {
        return new CallTimer(meter, stage, life);
    }

    /** A call was not made because the limit on calls in flight was reached. */
    public void callRefused() {
        meter.count(Count.REFUSED_CALLS);
    }

    /** The request waits without a thread, for something other than service two. */
    public void waitsWithoutThread() {
        if (life != null) {
            life.waits(false);
        }
    }

    /** The request has waited without a thread, and now runs on the current thread. */
    public void runs() {
        if (life != null) {
            life.runs();
        }
    }

    /** The response is about to be sent, or its client has left. */
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

    /**
     * The whole response has been sent, or its client has left. Does nothing if the request is not answered yet.
     */
    public void sent() {
        if (life != null && !unanswered) {
            life.sent();
            life = null;
        }
    }

    /**
     * Counts the present request as answered with this status, unless it is answered already. The present owner sends
     * no answer: another one does, or nobody.
     */
    public void refused(int status) {
        if (unanswered) {
            answered(status);
        }
        sent();
    }

    public boolean isUnanswered() {
        return unanswered;
    }

    /** Whether no whole request has been read yet. */
    public boolean isFirst() {
        return first;
    }

    /** When the time limit for the present request began; for a connection's first request, when it was accepted. */
    public long timeLimitBegan() {
        return first ? acceptedAt : behind ? takenAt : noticedAt;
    }

    /** When the present request was noticed: in the queue, behind the previous request, or by the reading thread. */
    public long noticedAt() {
        return noticedAt;
    }

    /** When a thread or event loop was ready to read the present request. */
    long takenAt() {
        return takenAt;
    }

    /** Whether the present request came while the previous one was being answered. */
    boolean isBehind() {
        return behind;
    }
}
