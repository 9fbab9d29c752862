package serviceone.modes;

import common.http.NonBlockingConnection;
import common.http.Request;
import common.http.Response;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;

/**
 * A client's connection in {@code async}. {@link NonBlockingConnection} is its state machine; this class has its
 * requests answered on the loop.
 */
final class AsyncConnection extends NonBlockingConnection implements ClientSocket.Connection, Call.Requester {
    private final ClientSocket socket;
    private final ConnectionMeter meter;
    private final EventLoops.Loop loop;
    private boolean unanswered;

    AsyncConnection(ClientSocket socket, EventLoops.Loop loop, Limits limits) {
        super(socket.channel(), loop.events(), loop.parsers(), limits);
        this.socket = socket;
        this.meter = socket.meter();
        this.loop = loop;
    }

    /** The loop serves the connection. */
    @Override
    public void serve() throws IOException {
        begin();
        if (socket.isRefusing()) {
            refuse();
        }
    }

    @Override
    protected void serve(Request request) {
        meter.requestRead(request.path());
        unanswered = true;
        if (socket.isRefusing()) {
            answerOnce(Refusals.stopping());
        } else {
            loop.routes().answer(request, this).thenAccept(this::answerOnce).exceptionally(failure -> {
                socket.fail(failure);
                return null;
            });
        }
    }

    /** The shutdown may have answered first. A client that has left gets no answer, but its request is counted. */
    private void answerOnce(Response response) {
        if (unanswered) {
            unanswered = false;
            meter.answered(response.status());
            socket.lastAnswer(response.status());
            answer(response);
            if (hasEnded()) {
                meter.sent();
            }
            meter.leftToClient();
        }
    }

    @Override
    protected boolean keepsAlive() {
        return !socket.isShuttingDown();
    }

    @Override
    protected void requestBegins() {
        meter.requestBegins();
    }

    @Override
    protected void requestGoesOn() {
        meter.requestGoesOn();
    }

    @Override
    protected void nextRequest(boolean hasCome) {
        meter.reportNextRequest(hasCome);
    }

    @Override
    protected void refused(int status) {
        meter.requestRefused(status);
        socket.lastAnswer(status);
    }

    @Override
    protected void sent() {
        meter.sent();
    }

    @Override
    public void endIfIdle() {
        loop.events().execute(this::endIfNothingCame);
    }

    @Override
    public void refuse() {
        loop.events().execute(() -> {
            endIfNothingCame();
            if (unanswered) {
                answerOnce(Refusals.stopping());
            } else if (isWithinRequest()) {
                refuse(Refusals.stopping());
            }
        });
    }

    /** The loop closes the socket when the client has left. */
    @Override
    public boolean hasLeft() {
        return !socket.channel().isOpen();
    }

    @Override
    public ConnectionMeter meter() {
        return meter;
    }

    @Override
    public void answered() {
        socket.answered();
    }

    @Override
    public void reset(SocketChannel channel) {
        meter.sent();
        socket.reset(channel);
    }

    @Override
    public void close() {
        meter.sent();
        socket.close();
    }
}
