package serviceone.meter;

import serviceone.meter.Meter.Count;
import serviceone.meter.RequestEvent.CallEvent;

/** Counts and times the requests of one connection. Only the connection's current owner uses it. */
public final class ConnectionMeter {
    // states of a request: NONE -> BEGUN -> READ -> ANSWERED -> NONE

    private final Meter meter;
    private long queuedAt;
    private long takenAt;
    private long onThreadAt;      // when its thread had all that has come of the request
    private boolean fresh;      // nothing has been read since the connection left the queue
    private boolean nextHasCome;
    private long nextNoticedAt;

    private boolean begun;
    private boolean behindPrevious;
    private long noticedAt;
    private long queuedNanos;
    private boolean unanswered;
    private long readAt;
    private String path = "";
    private int status;
    private RequestEvent event;
    private Lives.Recorder life;

    ConnectionMeter(Meter meter) {
        this.meter = meter;
        queuedAt = meter.nanoTime();
        takenAt = queuedAt;
        onThreadAt = queuedAt;
        life = meter.lives().none;
    }

    public void queued(long now) {
        queuedAt = now;
        if (unanswered) {
            life.waitsWithoutThread(Lives.QUEUED);
        }
    }

    public void taken(long now) {
        onThreadAt = now;
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
            answered(status);
            sent();
        } else {
            meter.lives().refused(queuedAt, status);
        }
    }

    public void requestBegins() {
        if (!fresh) {
            takenAt = meter.nanoTime();
            onThreadAt = takenAt;
            queuedNanos = 0;
        } else if (!meter.mode.isBoundedByThreads()) {
            requestGoesOn();      // in the meantime, no thread had the connection
        }
        behindPrevious = nextHasCome;
        long cameAt = fresh ? queuedAt : takenAt;
        noticedAt = behindPrevious ? nextNoticedAt : cameAt;
        begun = true;
        fresh = false;
        nextHasCome = false;
    }

    /** More of the request has come, after a wait. */
    public void requestGoesOn() {
        onThreadAt = meter.nanoTime();
    }

    public void requestRead(String path) {
        this.path = path;
        meter.count(Count.STARTED);
        event = RequestEvent.ANY.isEnabled() ? new RequestEvent(meter.mode.keepsPlatformThread()) : null;
        life = meter.lives().begin(path, noticedAt, takenAt, onThreadAt, behindPrevious);
        begun = false;
        unanswered = true;
        readAt = meter.nanoTime();
    }

    public void requestRefused(int status) {
        requestRead("");
        answered(status);
        sent();
    }

    /** @param hasCome whether bytes of the next request have come before this request's answer */
    public void reportNextRequest(boolean hasCome) {
        if (hasCome && !nextHasCome) {
            nextHasCome = true;
            nextNoticedAt = meter.nanoTime();
        }
    }

    public CallTimer callStarted(Stage stage) {
        meter.callBegins(stage);
        return new CallTimer(stage, life);
    }

    public void callRefused() {
        meter.count(Count.REFUSED_CALLS);
    }

    /** The request's thread begins a wait of service one's own. If it is virtual, it leaves its carrier. */
    public void waits() {
        life.waits(Lives.WAITING);
    }

    /** The request waits and keeps its platform thread or carrier. */
    public void blocks() {
        life.runs(Lives.WAITING);
    }

    public void waitsWithoutThread() {
        life.waitsWithoutThread(Lives.WAITING);
    }

    public void runs() {
        life.runs(Lives.IN_SERVICE_ONE);
    }

    public void answered(int status) {
        unanswered = false;
        this.status = status;
        meter.requestAnswered(status, queuedNanos, meter.nanoTime() - readAt);
        life.runs(Lives.WRITTEN);
        if (event != null) {
            event.ended(meter.mode, path, status, queuedNanos);
            event = null;
        }
    }

    /** If the client has not taken the whole answer, no thread waits for it. */
    public void leftToClient() {
        life.waitsWithoutThread(Lives.WRITTEN);
    }

    public void sent() {
        if (life != meter.lives().none && !unanswered) {
            life.sent(status);
            life = meter.lives().none;
        }
    }

    /** The connection has ended. An unanswered request counts as refused. */
    public void ended() {
        if (unanswered) {
            answered(503);
        }
        sent();
    }

    public final class CallTimer {
        private final Stage stage;
        private final Lives.Recorder life;      // the connection may serve another request when the call ends
        private final CallEvent event = CallEvent.ANY.isEnabled() ? new CallEvent() : null;
        private final long start = meter.nanoTime();

        private CallTimer(Stage stage, Lives.Recorder life) {
            this.stage = stage;
            this.life = life;
        }

        /** The calling thread begins to wait. If it is virtual, it leaves its carrier. */
        public void waits() {
            life.waits(stage.label());
        }

        public void waitsWithoutThread() {
            life.waitsWithoutThread(stage.label());
        }

        public void runs() {
            life.runs(Lives.IN_SERVICE_ONE);
        }

        /** @param failure null if service two has answered */
        public void ended(boolean reused, Throwable failure) {
            meter.callEnded(stage, failure, meter.nanoTime() - start);
            runs();
            if (event != null) {
                event.ended(stage, reused);
            }
        }
    }
}
