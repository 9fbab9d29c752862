package serviceone.modes;

import common.http.MessageParser.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;
import serviceone.routes.BlockingRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;
import serviceone.server.Settings;

/**
 * A client's connection in {@code pool} and {@code loom}: read a request, answer it, write the response, again. One
 * thread at a time serves it, and waits for the answers of service two. Its {@link Transport} waits for the client.
 */
public final class BlockingConnection implements ClientSocket.Connection, Call.Requester {
    private static final long NOT_YET = Long.MIN_VALUE;
    private static final int INPUT_BYTES = 512;
    private static final int READS_A_TURN = EventLoop.BYTES_A_TURN / INPUT_BYTES;

    private final ClientSocket socket;
    private final BlockingRoutes routes;
    private final Settings settings;
    private final Transport transport;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(INPUT_BYTES).limit(0);      // read, but not yet parsed
    private boolean first = true;
    private int reads;             // in this turn
    private long begunAt;
    private long lateAt;           // the client must have sent its request before
    private Thread answering;      // guarded by this
    private long checkedAt;

    public BlockingConnection(ClientSocket socket, BlockingRoutes routes, Settings settings,
            Function<BlockingConnection, Transport> transport) {
        this.socket = socket;
        this.routes = routes;
        this.settings = settings;
        this.transport = transport.apply(this);
        this.parser = new RequestParser(settings.limits());
        this.lateAt = socket.queuedAt() + settings.requestMillis() * 1_000_000L;
    }

    @Override
    public void serve() throws IOException, InterruptedException {
        begunAt = socket.queuedAt();
        reads = 0;
        if (first) {
            lateAt += settings.clock().nanoTime() - socket.queuedAt();      // the time in the queue is not the client's
        }
        try {
            Request request = read();
            while (request != null && answer(request)) {
                request = read();
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        }
    }

    /**
     * Returns null if the client sends nothing more or is late, or this thread must not wait for it. A client that
     * never pauses would always have more: its turn ends, too.
     */
    private Request read() throws IOException {
        while (!parse()) {
            if (parser.takeContinueExpected()) {
                transport.write(Response.interimContinue());
            }
            int read = receive();
            boolean turnEnds = read == 0 || ++reads >= READS_A_TURN;
            if (read < 0 || turnEnds && mustEnd()) {
                noMoreInput();
                return null;
            }
            if (turnEnds && transport.handOver(hasInput())) {
                return null;
            }
        }
        Request request = parser.request();
        meter().requestRead(request.path());
        meter().reportNextRequest(hasInput());
        return request;
    }

    private boolean parse() {
        if (hasInput() && !isWithinRequest()) {
            meter().requestBegins();
            long now = settings.clock().nanoTime();
            begunAt = begunAt == NOT_YET ? now : begunAt;
            lateAt = first ? lateAt : now + settings.requestMillis() * 1_000_000L;
            first = false;
        }
        return parser.parse(input);
    }

    int receive() throws IOException {
        int read = transport.read(input.clear(), millisLeft(), isWithinRequest());
        input.flip();
        return read;
    }

    private boolean mustEnd() {
        return isWithinRequest() && (socket.isRefusing() || millisLeft() <= 0);
    }

    /** The client sends nothing more, or is late. */
    void noMoreInput() throws IOException {
        if (mustEnd()) {
            refuse(socket.isRefusing() ? Refusals.stopping() : Response.late());
        } else {
            end();
        }
    }

    /** Returns whether this thread serves the next request, too. */
    private boolean answer(Request request) throws IOException, InterruptedException {
        setAnswering(Thread.currentThread());
        Response response = socket.isRefusing() ? Refusals.stopping() : routes.answer(request, this);
        setAnswering(null);
        Thread.interrupted();      // by refuse() or stop(): a pending interrupt would close the channel
        return response.afterMillis() == 0 ? write(request, response)
                : transport.later(response.afterMillis(), () -> write(request, response));
    }

    private synchronized void setAnswering(Thread thread) {
        answering = thread;
    }

    private boolean write(Request request, Response response) throws IOException {
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown();
        meter().answered(response.status());
        transport.write(response.encode(request, keepAlive));
        begunAt = NOT_YET;
        if (!keepAlive) {
            transport.endAfter(response.status(), hasInput());
        }
        return keepAlive && !transport.handOver(hasInput());
    }

    /** Answers a request that was not read to its end. */
    void refuse(Response refusal) throws IOException {
        meter().requestRefused(refusal.status());
        transport.write(refusal.encodeLast());
        transport.endAfter(refusal.status(), true);
    }

    @Override
    public void end() {
        meter().ended();
        transport.end();
    }

    boolean hasInput() {
        return input.hasRemaining();
    }

    boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    /** The client's time for what it sends next. */
    long millisLeft() {
        boolean idle = !first && !isWithinRequest();
        return idle ? settings.idleMillis() : (lateAt - settings.clock().nanoTime()) / 1_000_000;
    }

    @Override
    public void endIfIdle() {
        transport.endIfIdle();
    }

    /** The interrupt ends a wait for service two. */
    @Override
    public synchronized void refuse() {
        if (answering == null) {
            transport.stopWaiting();
        } else {
            answering.interrupt();
        }
    }

    @Override
    public ConnectionMeter meter() {
        return socket.meter();
    }

    /** The check is a system call, so it runs at most once per grace period, and not for a new request. */
    @Override
    public synchronized boolean hasLeft() {
        long now = settings.clock().nanoTime();
        boolean checks = now - Math.max(begunAt, checkedAt) >= settings.graceMillis() * 1_000_000L;
        checkedAt = checks ? now : checkedAt;
        return answering == null || checks && socket.isReset(input);
    }
}
