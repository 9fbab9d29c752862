package serviceone.modes;

import common.http.MessageParser.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;
import serviceone.routes.BlockingRoutes.Reply;
import serviceone.server.ClientSocket.Ending;
import serviceone.server.ClientSocket;
import serviceone.server.Lingering;
import serviceone.server.Refusals;

/**
 * A client's connection in {@code pool} and {@code loom}. One thread at a time serves it. In {@code loom}, that thread
 * also waits for the client ({@link WaitingConnection}). In {@code pool}, an event loop waits for the client: the
 * watchdog ({@link PolledConnection}).
 */
abstract class BlockingConnection implements ClientSocket.Connection, Call.Requester {
    // states: READING -> ANSWERING (-> AWAY if the response is due later) -> WRITING -> READING; any -> ENDED
    interface Maker {
        BlockingConnection create(ClientSocket socket, BlockingService service) throws IOException;
    }

    final ClientSocket socket;
    final ConnectionMeter meter;
    final BlockingService service;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, but not yet parsed
    private Request request;
    private Response response;
    private boolean answering;      // guarded by this
    private long checkedAt;

    BlockingConnection(ClientSocket socket, BlockingService service) {
        this.socket = socket;
        this.meter = socket.meter();
        this.service = service;
        this.parser = new RequestParser(service.settings().limits());
        this.checkedAt = System.nanoTime() - graceNanos();
    }

    /**
     * Returns the number of bytes, -1 at the end of the input, or 0 if none has come and this thread must not wait.
     *
     * @throws SocketTimeoutException if the rest of a request is late
     */
    abstract int read(ByteBuffer in) throws IOException;

    /** Returns whether all bytes are sent. If not, the watchdog sends the rest. */
    abstract boolean write(ByteBuffer out) throws IOException;

    /** Returns whether this thread keeps the connection. If not, it must not touch the connection any more. */
    abstract boolean keepOrHandOver();

    abstract void release();

    abstract void close();

    final void serve() {
        try {
            while (serveNext() && keepOrHandOver()) {
                // the next request
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        } catch (IOException e) {      // the client is gone or late, or the shutdown's time limit is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
            end();
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    private boolean serveNext() throws IOException, MessageException {
        if (response == null) {
            if (!readRequest()) {
                return true;
            }
            setAnswering(true);
            Reply reply = service.routes().answer(request, this);
            setAnswering(false);
            response = reply.response();
            if (reply.afterMillis() > 0) {
                meter.waitsWithoutThread();
                service.putBackAfter(reply.afterMillis(), socket);
                return false;
            }
        }
        return writeResponse();
    }

    private synchronized void setAnswering(boolean answering) {
        this.answering = answering;
    }

    private boolean readRequest() throws IOException, MessageException {
        while (!parse()) {
            if (parser.takeContinueExpected() && !write(ByteBuffer.wrap(Response.interimContinue()))) {
                return false;
            }
            int read = receive();
            if (read < 0) {
                throw new EOFException();
            }
            if (read == 0) {
                return false;
            }
        }
        request = parser.request();
        meter.requestRead(request.path());
        meter.reportNextRequest(hasInput());
        return true;
    }

    private boolean parse() throws MessageException {
        if (hasInput() && !isWithinRequest()) {
            meter.requestBegins();
        }
        return parser.parse(input);
    }

    final int receive() throws IOException {
        int read = read(input.clear());
        input.flip();
        return read;
    }

    private boolean writeResponse() throws IOException {
        boolean inputShut = socket.channel().socket().isInputShutdown();      // the watchdog may have shut it
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown() && !inputShut;
        ByteBuffer out = ByteBuffer.wrap(response.encode(request, keepAlive));
        Ending ending = Ending.of(response.status());
        meter.answered(response.status());
        response = null;
        if (write(out)) {
            meter.sent();
        }
        if (!keepAlive) {
            endAfter(out, ending);
        }
        return keepAlive;
    }

    final boolean hasInput() {
        return input.hasRemaining();
    }

    final boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    final long millisForRequest() {
        long passed = System.nanoTime() - meter.timeLimitBegan();
        return service.settings().requestMillis() - passed / 1_000_000;
    }

    final void end() {
        meter.refused(Refusals.UNAVAILABLE);
        close();
    }

    /** With bytes left to send or to read, an immediate close might cost the client its answer. */
    private void endAfter(ByteBuffer out, Ending ending) throws IOException {
        if (!out.hasRemaining()) {
            socket.endsAs(ending);
        }
        if (out.hasRemaining() || hasInput() || socket.hasUnread()) {
            linger(out);
        } else {
            end();
        }
    }

    final void refuse(Response refusal) {
        meter.requestRefused(refusal.status());
        linger(ByteBuffer.wrap(refusal.encodeLast()));
    }

    private void linger(ByteBuffer unsent) {
        meter.sent();
        release();
        Lingering.begin(service.watchdog(), socket, unsent, service.settings());
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
        if (!answering) {
            return true;
        }
        long now = System.nanoTime();
        if (now - checkedAt < graceNanos() || now - meter.noticedAt() < graceNanos()) {
            return false;
        }
        checkedAt = now;
        return isReset();
    }

    private long graceNanos() {
        return service.settings().graceMillis() * 1_000_000L;
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
