package serviceone.meter;

/**
 * Times the requests of one connection, from {@link Meter#connectionQueued} on. Touched by the one thread or event loop
 * that has the connection; what hands the connection over hands this over too.
 */
public final class ConnectionTimer {
    // states: FIRST -> KEPT, when the connection's first request has been read
    private final Meter meter;
    private boolean first = true;
    private long since;               // the connection was put into the queue, or the request's first byte came
    private long taken;               // a thread or an event loop was there to read the request
    private boolean nextHasCome;      // bytes of the request behind it have come,
    private long nextSince;           // at the latest then

    ConnectionTimer(Meter meter, long queuedSince) {
        this.meter = meter;
        this.since = queuedSince;
        this.taken = queuedSince;
    }

    /** A thread or an event loop takes the connection, for the first time. Returns how long it was in the queue. */
    public long taken() {
        return takenAt(System.nanoTime());
    }

    long takenAt(long now) {
        taken = now;
        return now - since;
    }

    /** The first bytes of a request have come, or its turn, if they came while the one before it was answered. */
    public void requestBegins() {
        if (!first) {
            taken = System.nanoTime();
            since = nextHasCome ? nextSince : taken;
            nextHasCome = false;
        }
    }

    /** The current thread has read the request whole. */
    public RequestTimer requestRead() {
        RequestTimer timer = meter.requestStarted(this);
        first = false;
        return timer;
    }

    /** The request cannot be read, and its client is told so. */
    public void requestRefused(int status) {
        RequestTimer timer = requestRead();
        timer.answered("", status);
        timer.sent();
    }

    /** Whether bytes of the next request are there, while this one is not answered yet. */
    public void nextHasCome(boolean has) {
        if (has && !nextHasCome) {
            nextHasCome = true;
            nextSince = System.nanoTime();
        }
    }

    /** Whether none of its requests has been read yet. */
    public boolean isFirst() {
        return first;
    }

    /** When the time began in which the request must come: a client can send while its connection is in the queue. */
    public long timedSince() {
        return first ? since : taken;
    }

    /** When its connection was put into the queue, if it is the first request; else when it is known to have begun. */
    long since() {
        return since;
    }

    /** When somebody was there to read the request. */
    long takenAt() {
        return taken;
    }
}
