package serviceone.meter;

import serviceone.meter.Meter.Count;
import serviceone.meter.RequestEvent.CallEvent;

/** Counts and times the requests of one connection. Only the connection's current owner uses it. */
public final class ConnectionMeter {
    // states of a request: NONE -> BEGUN -> READ -> ANSWERED -> NONE
    private static final int UNAVAILABLE = 503;

    private final Meter meter;
    private long queuedAt = System.nanoTime();
    private long takenAt = queuedAt;
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
        life = meter.lives().none;
    }

    public void queued(long now) {
        queuedAt = now;
        if (unanswered) {
            life.next(Lives.QUEUED, false);
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
            answered(status);
            sent();
        } else {
            meter.lives().refused(queuedAt, status);
        }
    }

    public void requestBegins() {
        if (!fresh) {
            takenAt = System.nanoTime();
            queuedNanos = 0;
        }
        behindPrevious = nextHasCome;
        noticedAt = behindPrevious ? nextNoticedAt : fresh ? queuedAt : takenAt;
        begun = true;
        fresh = false;
        nextHasCome = false;
    }

    public void requestRead(String path) {
        this.path = path;
        meter.count(Count.STARTED);
        event = RequestEvent.ANY.isEnabled() ? new RequestEvent(meter.mode.keepsPlatformThread()) : null;
        life = meter.lives().begin(noticedAt, takenAt, behindPrevious);
        begun = false;
        unanswered = true;
        readAt = System.nanoTime();
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
            nextNoticedAt = System.nanoTime();
        }
    }

    public CallTimer callStarted(Stage stage) {
        meter.callBegins(stage);
        life.next(stage.label(), meter.mode.hasThreadPerConnection());
        return new CallTimer(stage, life);
    }

    public void callRefused() {
        meter.count(Count.REFUSED_CALLS);
    }

    public void waitsWithoutThread() {
        life.next(Lives.IN_SERVICE_ONE, false);
    }

    public void runs() {
        life.next(Lives.IN_SERVICE_ONE, true);
    }

    public void answered(int status) {
        unanswered = false;
        this.status = status;
        meter.requestAnswered(status, queuedNanos, System.nanoTime() - readAt);
        life.next(Lives.WRITTEN, true);
        if (event != null) {
            event.ended(meter.mode, path, status, queuedNanos);
            event = null;
        }
    }

    public void sent() {
        if (life != meter.lives().none && !unanswered) {
            life.sent(path, status);
            life = meter.lives().none;
        }
    }

    /** The connection has ended. An unanswered request counts as refused. */
    public void ended() {
        if (unanswered) {
            answered(UNAVAILABLE);
        }
        sent();
    }

    public final class CallTimer {
        public enum End {
            ANSWERED,
            LATE,
            FAILED
        }

        private final Stage stage;
        private final Lives.Recorder life;      // the connection may serve another request when the call ends
        private final CallEvent event = CallEvent.ANY.isEnabled() ? new CallEvent() : null;
        private final long start = System.nanoTime();

        private CallTimer(Stage stage, Lives.Recorder life) {
            this.stage = stage;
            this.life = life;
        }

        public void ended(boolean reused, End end) {
            meter.callEnded(stage, end, System.nanoTime() - start);
            life.next(Lives.IN_SERVICE_ONE, true);
            if (event != null) {
                event.ended(stage, reused);
            }
        }
    }
}
