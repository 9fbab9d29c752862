package serviceone.meter;

import serviceone.meter.Meter.Count;

/** Counts and times the requests of one connection, in sequence. Only the connection's present owner uses it. */
public final class ConnectionMeter {
    // states of a request: NONE -> BEGUN (requestBegins) -> READ (requestRead) -> ANSWERED (answered) -> NONE (sent)
    private final Meter meter;
    private final long acceptedAt = System.nanoTime();      // a System.nanoTime(), like all times here
    private boolean first = true;
    private long queuedAt = acceptedAt;
    private long takenAt = acceptedAt;
    private boolean fresh;      // nothing has been read since the connection left the queue
    private boolean nextHasCome;      // bytes of the next request have come
    private long nextNoticedAt;

    private boolean begun;
    private boolean behind;
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

    /** The request's first bytes have come, perhaps during the previous request. */
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

    /** The request is malformed, over a limit or late. */
    public void requestRefused(int status) {
        requestRead("");
        answered(status);
        sent();
    }

    /** @param hasCome whether bytes of the next request have come before this request's answer */
    public void reportNextRequest(boolean hasCome) {
        if (hasCome && !nextHasCome) {
            nextHasCome = true;
            nextNoticedAt = System.nanoTime();
        }
    }

    public CallTimer callStarted(Stage stage) {
        return new CallTimer(meter, stage, life);
    }

    public void callRefused() {
        meter.count(Count.REFUSED_CALLS);
    }

    /** The request waits for something other than service two. */
    public void waitsWithoutThread() {
        if (life != null) {
            life.waits(false);
        }
    }

    /** The request has waited without a thread, and now runs on this thread. */
    public void runs() {
        if (life != null) {
            life.runs();
        }
    }

    /** The response is about to be sent, or the client has left. */
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

    /** Does nothing if the request is not answered yet. */
    public void sent() {
        if (life != null && !unanswered) {
            life.sent();
            life = null;
        }
    }

    /** Counts the present request with this status, unless it is answered. */
    public void refused(int status) {
        if (unanswered) {
            answered(status);
        }
        sent();
    }

    public boolean isUnanswered() {
        return unanswered;
    }

    public boolean isFirst() {
        return first;
    }

    /** When the request's time limit began. For a connection's first request, when it was accepted. */
    public long timeLimitBegan() {
        return first ? acceptedAt : behind ? takenAt : noticedAt;
    }

    /** When the request was first seen: in the queue, behind the previous request, or by the reading thread. */
    public long noticedAt() {
        return noticedAt;
    }

    /** When a thread or event loop was ready to read the request. */
    long takenAt() {
        return takenAt;
    }

    /** Whether the request came before the previous one was answered. */
    boolean isBehind() {
        return behind;
    }
}
