package serviceone.meter;

/**
 * Times a request, from {@link ConnectionTimer#requestRead} on, and tells its life if that is sampled. Used by the
 * thread or event loop that serves the request.
 */
public final class RequestTimer {
    private final Meter meter;
    private final long queuedNanos;
    private final RequestEvent event;      // null unless a recording wants it
    private final LifeRecorder life;       // null unless it is sampled
    private final long start = System.nanoTime();

    RequestTimer(Meter meter, long queuedNanos, RequestEvent event, LifeRecorder life) {
        this.meter = meter;
        this.queuedNanos = queuedNanos;
        this.event = event;
        this.life = life;
    }

    /** A call to service two begins, for this request. */
    public CallTimer callStarted(Stage stage) {
        return meter.callStarted(stage, life);
    }

    /** It waits for something else than service two, and has no thread until then. */
    public void waits() {
        if (life != null) {
            life.waits();
        }
    }

    /** What it waited for has come; now it waits in the queue. */
    public void queued() {
        if (life != null) {
            life.queued();
        }
    }

    /** It waited without a thread, and has the current one now. */
    public void runs() {
        if (life != null) {
            life.runs();
        }
    }

    /** The response is about to be sent, or nobody is there to take it any more. To be called once. */
    public void answered(String path, int status) {
        meter.requestAnswered(status, queuedNanos, System.nanoTime() - start);
        if (life != null) {
            life.answered(path, status);
        }
        if (event != null) {
            event.mode = meter.mode().label();
            event.route = path;
            event.status = status;
            event.queueWait = queuedNanos;
            event.ended();
        }
    }

    /** The response has been sent, or will not be. To be called once, after {@link #answered}. */
    public void sent() {
        if (life != null) {
            life.sent();
        }
    }
}
