package servicetwo;

import module java.base;
import common.http.NonBlockingConnection;
import common.http.Request;
import common.http.Response;
import common.io.Quietly;
import common.io.Timers;
import servicetwo.Behaviour.Fault;
import servicetwo.Routes.Route;

/** A caller's connection and its call. If the input ends while the call waits, the caller has left. */
final class CallersConnection extends NonBlockingConnection implements Runnable {
    static final Limits LIMITS = new Limits(10_000, 30_000, 10_000, 1_000);
    /** The most that may be open; a further one is closed at once. */
    static final int CONNECTIONS = 100_000;
    private static final Response ERROR = Response.error(500, "an injected error");

    private final SocketChannel channel;
    private final ServiceTwo two;
    private final InetAddress caller;
    private boolean hasCalled;
    private Routes.Plan call;      // null unless a call waits for its permit or its delay
    private Fault fault;
    private double jitterMillis;
    private Timers.Timer timer;
    private long dueAt;

    CallersConnection(SocketChannel channel, ServiceTwo two) throws IOException {
        super(channel, two.loop, two.parsers, two.limits);
        this.channel = channel;
        this.two = two;
        caller = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
    }

    @Override
    protected boolean leavesWithInput() {
        return true;
    }

    @Override
    protected void serve(Request request) {
        Routes.Plan plan = two.routes.plan(request, caller);
        if (plan.route() == Route.STATS) {
            answer(plan.answer());
            return;
        }
        two.counts.started(!hasCalled);
        hasCalled = true;
        if (plan.waits()) {
            start(plan);
        } else {
            two.counts.answered(plan.route());
            answer(plan.answer());
        }
    }

    private void start(Routes.Plan plan) {
        call = plan;
        fault = two.behaviour.fault();
        jitterMillis = two.behaviour.jitterMillis();
        timer = null;
        if (plan.route() == Route.AUTHORIZE) {
            two.permits.ask(this);
        } else {
            startWait();
        }
    }

    /** The call has the permit that it needs. */
    void startWait() {
        if (fault != Fault.HANG) {
            dueAt = two.loop.nanoTime() + two.behaviour.nanos(call.millis(), jitterMillis);
            timer = two.loop.scheduleAt(dueAt, this);
        }
    }

    /** Ends the call. Releases the permit first: the next call must not wait until this answer is sent. */
    @Override
    public void run() {
        Routes.Plan ended = call;
        call = null;
        two.counts.lateness.add(dueAt);
        if (ended.route() == Route.AUTHORIZE) {
            two.permits.giveBack();
        }
        try {
            if (fault == Fault.RESET) {
                two.counts.reset();
                Quietly.resetOnClose(channel);
                end();
            } else {
                two.counts.answered(ended.route());
                answer(fault == Fault.ERROR ? ERROR : ended.answer());
            }
        } catch (RuntimeException | Error e) {
            end();
            throw e;      // the loop logs it
        }
    }

    /** If a call waits, its caller has left. */
    @Override
    public void close() {
        if (call != null) {
            two.counts.abandoned();
            if (timer != null) {
                timer.cancel();
            }
            if (call.route() == Route.AUTHORIZE) {
                two.permits.leave(this);
            }
            call = null;
        }
        Quietly.close(channel);
    }
}
