package servicetwo;

import common.http.Response;
import common.io.Timers;
import servicetwo.Routes.Wait;
import servicetwo.Settings.Fault;

/**
 * A call that waits for its answer. Gives back what it has, its place in line or its permit, exactly once, however it
 * ends. Used by the loop's thread alone.
 */
final class Call implements Runnable {
    // states: IN_LINE -> WAITING -> ENDED (answered or reset) | LEFT (its caller has); IN_LINE -> LEFT
    private enum State { IN_LINE, WAITING, ENDED, LEFT }

    /** What a call needs of service two; one for all calls. */
    record Resources(Timers timers, Settings settings, Permits permits, Counts counts) {
    }

    private static final Response ERROR = Response.error(500, "an error that was asked for");

    private final Resources resources;
    private final Connection caller;
    private final Routes.Plan plan;
    private final Fault fault;
    private final double jitterMillis;
    private State state = State.IN_LINE;
    private Timers.Timer timer;

    Call(Resources resources, Connection caller, Routes.Plan plan) {
        this.resources = resources;
        this.caller = caller;
        this.plan = plan;
        fault = resources.settings.fault();
        jitterMillis = resources.settings.jitterMillis();
    }

    void start() {
        if (needsPermit()) {
            resources.permits.ask(this);
        } else {
            granted();
        }
    }

    private boolean needsPermit() {
        return plan.waiting() == Wait.STAGE_WITH_PERMIT;
    }

    /** It may begin to wait. */
    void granted() {
        state = State.WAITING;
        if (fault != Fault.HANG) {
            int millis = plan.waiting().millis(resources.settings.options());
            timer = resources.timers.start(resources.settings.nanos(millis, jitterMillis), this);
        }
    }

    /** Its wait is over. The permit goes first: whoever is next in line does not wait for this answer to be sent. */
    @Override
    public void run() {
        state = State.ENDED;
        givePermitBack();
        if (fault == Fault.RESET) {
            resources.counts.reset();
            caller.reset();
        } else {
            resources.counts.answered(plan.route());
            caller.answer(fault == Fault.ERROR ? ERROR : plan.answer());
        }
    }

    /** Nobody waits for it any more. */
    void leave() {
        if (state == State.ENDED || state == State.LEFT) {
            return;
        }
        boolean inLine = state == State.IN_LINE;
        state = State.LEFT;
        resources.counts.abandoned();
        if (timer != null) {
            timer.cancel();
        }
        if (inLine) {
            resources.permits.leave(this);
        } else {
            givePermitBack();
        }
    }

    private void givePermitBack() {
        if (needsPermit()) {
            resources.permits.giveBack();
        }
    }
}
