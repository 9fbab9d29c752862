package servicetwo;

import common.http.MessageParser.Parsers;
import common.http.NonBlockingConnection;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.EventLoop;
import common.io.Quietly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/** A caller's connection. If the input ends while a call waits, the caller has left. */
final class CallersConnection extends NonBlockingConnection {
    record Shared(EventLoop loop, Parsers<RequestParser> parsers, Routes routes, Behaviour behaviour, Permits permits,
            Counts counts, Lateness lateness, Limits limits, int connections) {
    }

    static final Limits LIMITS = new Limits(10_000, 30_000, 10_000, 1_000);
    /** The most that may be open; a further one is closed at once. */
    static final int CONNECTIONS = 100_000;

    private final SocketChannel channel;
    private final Shared shared;
    private final InetAddress caller;
    private WaitingCall call;
    private boolean hasCalled;

    CallersConnection(SocketChannel channel, Shared shared) throws IOException {
        super(channel, shared.loop, shared.parsers, shared.limits);
        this.channel = channel;
        this.shared = shared;
        caller = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
    }

    @Override
    protected boolean leavesWithInput() {
        return true;
    }

    @Override
    protected void serve(Request request) {
        Routes.Plan plan = shared.routes.plan(request, caller);
        if (plan.route().counts()) {
            shared.counts.started(!hasCalled);
            hasCalled = true;
        }
        if (plan.waits()) {
            call = new WaitingCall(shared, this, plan);
            call.start();
        } else {
            if (plan.route().counts()) {
                shared.counts.answered(plan.route());
            }
            answer(plan.answer());
        }
    }

    void answerCall(Response response) {
        call = null;
        try {
            answer(response);
        } catch (RuntimeException | Error e) {
            end();
            throw e;      // the loop logs it
        }
    }

    void reset() {
        call = null;
        Quietly.resetOnClose(channel);
        end();
    }

    @Override
    public void answered() {
        // only the closing counts
    }

    @Override
    public void close() {
        if (call != null) {
            call.leave();
            call = null;
        }
        Quietly.close(channel);
    }
}
