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
 * A client's connection on a thread of {@code pool} or {@code loom}: reads a request, answers it, writes the response,
 * and repeats. The two modes differ only in how they wait for the client: a virtual thread waits itself ({@link
 * WaitingConnection}); a pool thread leaves the waiting to the watchdog ({@link PolledConnection}). One thread at a
 * time serves the connection; in between, the queue or the watchdog has it.
 */
abstract class BlockingConnection implements ClientSocket.Connection, Call.Requester {
    // states: READING -> ANSWERING (-> AWAY if the response is due later) -> WRITING -> READING; any -> ENDED
    /** Creates the connection of a socket that is served for the first time. */
    interface Maker {
        BlockingConnection create(ClientSocket socket, BlockingService service) throws IOException;
    }

    final ClientSocket socket;
    final ConnectionMeter meter;
    final BlockingService service;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, but not yet parsed
    private Request request;      // the request being answered
    private Response response;      // the response to that request
    private boolean answering;      // guarded by this; so are checkedAt and, while a request is answered, input
    private long checkedAt;      // when hasLeft() last read the channel

    BlockingConnection(ClientSocket socket, BlockingService service) {
        this.socket = socket;
        this.meter = socket.meter();
        this.service = service;
        this.parser = new RequestParser(service.settings().limits());
        this.checkedAt = System.nanoTime() - graceNanos();
    }

    /**
     * Reads what the client has sent. Returns the number of bytes; -1 at the end of the input; 0 if nothing has come
     * and the thread must not wait.
     *
     * @throws SocketTimeoutException if the rest of a request is late
     */
    abstract int read(ByteBuffer in) throws IOException;

    /**
     * Sends the bytes. Returns whether the client has taken all of them. If the thread must not wait, the rest stays in
     * the buffer and is sent before the connection is served again.
     */
    abstract boolean write(ByteBuffer out) throws IOException;

    /**
     * Called when the connection must wait for its client. Returns true if the thread keeps the connection and waits in
     * the next read. Returns false if it has handed the connection over: the connection will come back through the
     * queue, and the thread must not touch it any more.
     */
    abstract boolean keepOrHandOver();

    /** Gives up the socket, which has another owner from now on. */
    abstract void release();

    /** Gives up the socket and closes it. */
    abstract void close();

    /** Serves requests until the connection ends or waits without a thread. */
    final void serve() {
        try {
            while (serveNext() && keepOrHandOver()) {
                // the next request
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        } catch (IOException e) {      // the client is gone or late, or the time for answers is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
            end();
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    /** Returns whether the connection stays open and waits for its client; otherwise it is ENDED or AWAY. */
    private boolean serveNext() throws IOException, MessageException {
        if (response == null) {
            if (!readRequest()) {
                return true;      // it waits for the rest of the request
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

    /** Returns whether the whole request has arrived. */
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

    /** Returns the number of bytes; -1 at the end of the input, 0 if there are none now. */
    final int receive() throws IOException {
        int read = read(input.clear());
        input.flip();
        return read;
    }

    /** Returns whether the connection stays open. */
    private boolean writeResponse() throws IOException {
        boolean inputShut = socket.channel().socket().isInputShutdown();      // shut for being idle, but a request came
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

    /** Whether bytes of another request have been read. */
    final boolean hasInput() {
        return input.hasRemaining();
    }

    /** Whether part of a request has been read. */
    final boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    /** How much time the client has left to send the present request. */
    final long millisForRequest() {
        long passed = System.nanoTime() - meter.timeLimitBegan();
        return service.settings().requestMillis() - passed / 1_000_000;
    }

    /** Ends the connection. An unanswered request counts as refused. */
    final void end() {
        meter.refused(Refusals.UNAVAILABLE);
        close();
    }

    /**
     * Ends the connection. If bytes are left to send or to read, an immediate close might cost the client its answer.
     */
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

    /** Answers a request that is malformed, over a limit or late, and ends the connection. */
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
     * Whether the client has reset the connection; asked before each of a request's calls. The check is a system call,
     * so it runs only if nothing has come from the client for a second.
     *
     * <p>Only a reset shows that the client is gone. The end of the input does not: a client that has sent all its
     * requests may close its half and wait for the answer ({@code printf … | nc -N}; RFC 9112, 9.6).
     *
     * <p>Several threads may make a request's calls. A thread that still runs after the answer must not read, because
     * the input then belongs to the thread that serves the connection. It gets true, because nobody waits for its call.
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

    /** Reads without waiting. If the buffer is full, it reads nothing: a client that sends so much is still there. */
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
            return true;      // the channel's mode no longer matters
        } finally {
            input.flip();
        }
    }
}
