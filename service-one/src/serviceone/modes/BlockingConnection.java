package serviceone.modes;

import common.http.MessageParser.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.EventLoop;
import common.io.Lingering;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;
import serviceone.routes.BlockingRoutes.Reply;
import serviceone.routes.BlockingRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;
import serviceone.server.Settings;

/**
 * A client's connection in {@code pool} and {@code loom}: read a request, answer it, write the response, again.
 *
 * <p>One thread at a time has the connection. In {@code loom} that thread also {@linkplain WaitingTransport waits for
 * the client}. In {@code pool} it leaves the connection to {@linkplain PolledTransport the poller} in the meantime.
 */
final class BlockingConnection implements ClientSocket.Connection, Call.Requester {
    private final ClientSocket socket;
    private final ConnectionMeter meter;
    private final BlockingRoutes routes;
    private final Settings settings;
    private final EventLoop watchdog;
    private final Transport transport;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, but not yet parsed
    private boolean first = true;
    private long begunAt;
    private long requestEnds;      // when the client must have sent its request
    private Thread answering;      // guarded by this
    private long checkedAt;

    BlockingConnection(ClientSocket socket, BlockingService service) throws IOException {
        this.socket = socket;
        this.meter = socket.meter();
        this.routes = service.routes();
        this.settings = service.settings();
        this.watchdog = service.watchdog();
        this.parser = new RequestParser(settings.limits());
        this.requestEnds = socket.queuedAt() + settings.requestMillis() * 1_000_000L;
        this.transport = service.transport(socket, this);
    }

    @Override
    public void serve() throws IOException {
        begunAt = socket.queuedAt();
        requestEnds += System.nanoTime() - begunAt;      // the time in the queue is not the client's
        try {
            Request request = read();
            while (request != null && answer(request)) {
                begunAt = System.nanoTime();
                request = read();
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        } catch (IOException | RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    /** Returns null if the connection has ended, or this thread must not wait for the client. */
    private Request read() throws IOException, MessageException {
        while (!parse()) {
            if (parser.takeContinueExpected()) {
                transport.write(Response.interimContinue());
            }
            int read = receive();
            if (read <= 0) {
                return read < 0 ? endOfInput() : null;
            }
        }
        Request request = parser.request();
        meter.requestRead(request.path());
        meter.reportNextRequest(hasInput());
        return request;
    }

    private boolean parse() throws MessageException {
        if (hasInput() && !isWithinRequest()) {
            meter.requestBegins();
            if (!first) {
                requestEnds = System.nanoTime() + settings.requestMillis() * 1_000_000L;
            }
            first = false;
        }
        return parser.parse(input);
    }

    int receive() throws IOException {
        try {
            return transport.read(input.clear(), millisLeft());
        } finally {
            input.flip();
        }
    }

    private Request endOfInput() {
        if (isWithinRequest() && socket.isRefusing()) {
            refuse(Refusals.stopping());
        } else {
            end();
        }
        return null;
    }

    /** Returns whether this thread goes on with the connection. */
    private boolean answer(Request request) throws IOException {
        Reply reply = reply(request);
        return reply.afterMillis() == 0 ? write(request, reply.response())
                : transport.later(reply.afterMillis(), () -> write(request, reply.response()));
    }

    private Reply reply(Request request) {
        setAnswering(Thread.currentThread());
        try {
            return socket.isRefusing() ? Reply.now(Refusals.stopping()) : routes.answer(request, this);
        } finally {
            setAnswering(null);
        }
    }

    private synchronized void setAnswering(Thread thread) {
        answering = thread;
    }

    private boolean write(Request request, Response response) throws IOException {
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown();
        meter.answered(response.status());
        if (!keepAlive) {
            socket.lastAnswer(response.status());
        }
        transport.write(response.encode(request, keepAlive));
        boolean sent = !transport.unsent().hasRemaining();
        if (sent) {
            meter.sent();
        }
        if (keepAlive) {
            return transport.keepsThread();
        }
        if (!sent || hasInput() || socket.hasUnread()) {
            linger();
        } else {
            socket.answered();
            end();
        }
        return false;
    }

    /** The client's time for what it sends next. */
    long millisLeft() {
        boolean idle = !first && !isWithinRequest();
        return idle ? settings.idleMillis() : (requestEnds - System.nanoTime()) / 1_000_000;
    }

    boolean hasInput() {
        return input.hasRemaining();
    }

    boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    void end() {
        meter.ended();
        transport.close();
    }

    /** Answers a request that was not read to its end. */
    void refuse(Response refusal) {
        meter.requestRefused(refusal.status());
        socket.lastAnswer(refusal.status());
        try {
            transport.write(refusal.encodeLast());
            linger();
        } catch (IOException e) {
            end();      // the client has left
        }
    }

    @Override
    public void endIfIdle() {
        transport.endIfIdle();
    }

    @Override
    public synchronized void refuse() {
        if (answering == null) {
            transport.refuse();
        } else {
            answering.interrupt();
        }
    }

    private void linger() {
        meter.ended();
        transport.release();
        Lingering.begin(watchdog, socket.channel(), transport.unsent(), settings.writeMillis(), settings.graceMillis(),
                socket);
    }

    @Override
    public ConnectionMeter meter() {
        return meter;
    }

    /**
     * Returns whether the client has reset the connection, or already has its answer. The check is a system call, so
     * it runs only for a request older than the grace period, and at most once per grace period. A client that has
     * half-closed the connection may still wait for the answer (RFC 9112, 9.6).
     */
    @Override
    public synchronized boolean hasLeft() {
        if (answering == null) {
            return true;
        }
        long now = System.nanoTime();
        boolean checks = now - Math.max(begunAt, checkedAt) >= settings.graceMillis() * 1_000_000L;
        if (checks) {
            checkedAt = now;
        }
        return checks && isReset();
    }

    /** Returns false if the buffer is full, because nothing can then be read. */
    private boolean isReset() {
        SocketChannel channel = socket.channel();
        boolean waits = channel.isBlocking();
        input.compact();
        try {
            channel.configureBlocking(false);
            channel.read(input);
            channel.configureBlocking(waits);
            return false;
        } catch (IOException e) {
            return true;      // the channel is broken, so its mode no longer matters
        } finally {
            input.flip();
        }
    }
}
