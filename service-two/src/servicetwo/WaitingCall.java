package servicetwo;

import common.http.Response;
import common.io.Timers;
import servicetwo.Behaviour.Fault;

/** A call gives back its place in line or its permit exactly once. */
final class WaitingCall implements Runnable {
    // states: IN_LINE -> WAITING -> ENDED; IN_LINE or WAITING -> LEFT
    private enum State { IN_LINE, WAITING, ENDED, LEFT }

    private static final Response ERROR = Response.error(500, "an injected error");

    private final CallersConnection.Shared shared;
    private final CallersConnection caller;
    private final Routes.Plan plan;
    private final Fault fault;
    private final double jitterMillis;
    private State state = State.IN_LINE;
    private Timers.Timer timer;
    private long dueAt;

    WaitingCall(CallersConnection.Shared shared, CallersConnection caller, Routes.Plan plan) {
        this.shared = shared;
        this.caller = caller;
        this.plan = plan;
        fault = shared.behaviour().fault();
        jitterMillis = shared.behaviour().jitterMillis();
    }

    void start() {
        if (plan.needsPermit()) {
            shared.permits().ask(this);
        } else {
            granted();
        }
    }

    void granted() {
        state = State.WAITING;
        if (fault != Fault.HANG) {
            dueAt = System.nanoTime() + shared.behaviour().nanos(plan.millis(), jitterMillis);
            timer = shared.loop().scheduleAt(dueAt, this);
        }
    }

    /** Releases the permit first: the next call must not wait until this answer is sent. */
    @Override
    public void run() {
        state = State.ENDED;
        shared.lateness().add(System.nanoTime() - dueAt);
        givePermitBack();
        if (fault == Fault.RESET) {
            shared.counts().reset();
            caller.reset();
        } else {
            shared.counts().answered(plan.route());
            caller.answerCall(fault == Fault.ERROR ? ERROR : plan.answer());
        }
    }

    void leave() {
        if (state == State.ENDED || state == State.LEFT) {
            return;
        }
        boolean inLine = state == State.IN_LINE;
        state = State.LEFT;
        shared.counts().abandoned();
        if (timer != null) {
            timer.cancel();
        }
        if (inLine) {
            shared.permits().leave(this);
        } else {
            givePermitBack();
        }
    }

    private void givePermitBack() {
        if (plan.needsPermit()) {
            shared.permits().giveBack();
        }
    }
}
