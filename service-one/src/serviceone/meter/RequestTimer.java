package serviceone.meter;

/** Times a request, from {@link Meter#requestStarted} on. Used by the thread or event loop that serves the request. */
public final class RequestTimer {
    private final Meter meter;
    private final long queuedNanos;
    private final RequestEvent event;      // null unless a recording wants it
    private final long start = System.nanoTime();

    RequestTimer(Meter meter, long queuedNanos, RequestEvent event) {
        this.meter = meter;
        this.queuedNanos = queuedNanos;
        this.event = event;
    }

    /** The response is about to be sent, or nobody is there to take it any more. To be called once. */
    public void answered(String path, int status) {
        meter.requestAnswered(status, queuedNanos, System.nanoTime() - start);
        if (event != null) {
            event.mode = meter.mode().label();
            event.route = path;
            event.status = status;
            event.queueWait = queuedNanos;
            event.ended();
        }
    }
}
