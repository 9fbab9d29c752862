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
 * and repeats. How it waits for its client is the one difference between the two: a virtual thread waits
 * ({@link WaitingConnection}); a pool's thread does not, but leaves the waiting to a poller ({@link PolledConnection}).
 * One thread at a time serves it; between two of them the queue or the poller has it.
 */
abstract class BlockingConnection implements ClientSocket.Connection, Call.Requester {
    // states: READING -> ANSWERING (-> AWAY, as the response is due later) -> WRITING -> READING; any -> ENDED
    /** Makes one of a socket that is served for the first time. */
    interface Maker {
        BlockingConnection of(ClientSocket socket, BlockingService service) throws IOException;
    }

    final ClientSocket socket;
    final ConnectionMeter meter;
    final BlockingService service;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, and not yet parsed
    private Request request;        // the one being answered
    private Response response;      // to it
    private boolean answering;      // these guarded by this, and so is the input meanwhile
    private long lookedAt;

    BlockingConnection(ClientSocket socket, BlockingService service) {
        this.socket = socket;
        this.meter = socket.meter();
        this.service = service;
        this.parser = new RequestParser(service.settings().limits());
        this.lookedAt = System.nanoTime() - patienceNanos();
    }

    /**
     * Reads what the client has sent. Returns how many bytes; -1 at the end of the input; 0 if nothing has come and the
     * thread is not to wait.
     *
     * @throws SocketTimeoutException if the rest of a request is late
     */
    abstract int read(ByteBuffer in) throws IOException;

    /**
     * Sends the bytes. Returns whether the client has taken all of them. Where the thread is not to wait, the rest
     * stays in the buffer, and is sent before the connection is served again.
     */
    abstract boolean write(ByteBuffer out) throws IOException;

    /**
     * The connection can only wait for its client now. True: the thread keeps it, and waits in the next read. False: it
     * is handed over and will come back through the queue, and the thread must not touch it any more.
     */
    abstract boolean keepOrHandOver();

    /** Lets go of the socket, which somebody else has from now on. */
    abstract void release();

    /** The same, and closes the socket. */
    abstract void close();

    /** Serves one request after the other, until the connection ends or waits without a thread. */
    final void serve() {
        try {
            while (serveNext() && keepOrHandOver()) {
                // and the next one
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        } catch (IOException e) {      // the client is gone or was too late, or the time for answering is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
            end();
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    /** Returns whether the connection lives on and waits for its client; otherwise it has ended or is AWAY. */
    private boolean serveNext() throws IOException, MessageException {
        if (response == null) {
            if (!readRequest()) {
                return true;      // to wait for the rest
            }
            setAnswering(true);
            Reply reply = service.routes().answer(request, this);
            setAnswering(false);
            response = reply.response();
            if (reply.afterMillis() > 0) {
                meter.waits();
                service.putBackAfter(reply.afterMillis(), socket);
                return false;
            }
        }
        return writeResponse();
    }

    private synchronized void setAnswering(boolean answering) {
        this.answering = answering;
    }

    /** Returns whether a request has arrived completely; if not, its client has not sent the rest yet. */
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
        meter.nextHasCome(hasInput());
        return true;
    }

    private boolean parse() throws MessageException {
        if (hasInput() && !isWithinRequest()) {
            meter.requestBegins();
        }
        return parser.parse(input);
    }

    /** Returns how many bytes; -1 at the end of the input, 0 if there are none now. */
    final int receive() throws IOException {
        int read = read(input.clear());
        input.flip();
        return read;
    }

    /** Returns whether the connection lives on. */
    private boolean writeResponse() throws IOException {
        boolean idleTooLong = socket.channel().socket().isInputShutdown();      // the request came as that was found
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown() && !idleTooLong;
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

    /** Whether bytes of a further request have been read. */
    final boolean hasInput() {
        return input.hasRemaining();
    }

    /** Whether a part of a request has been read. */
    final boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    /** How much of the time is left in which the present request must come. */
    final long millisForRequest() {
        long passed = System.nanoTime() - meter.timedSince();
        return service.settings().requestMillis() - passed / 1_000_000;
    }

    /** Ends the connection. A request that has no answer yet, if there is one, counts as refused. */
    final void end() {
        meter.refused(Refusals.UNAVAILABLE);
        close();
    }

    /** Where bytes are left to be sent or to be read, closing at once might cost the client its answer. */
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

    /** Answers where no request could be read, and ends the connection. */
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
     * Looks, when it has not heard of the client for a second, whether that has reset its connection while nobody reads
     * from it: before its request is begun, and between two of its calls. (A look is a system call: among four calls
     * that take as long as they should, there is none.)
     *
     * <p>Only a reset tells that nobody is there. The end of the input does not: it is also how a client says that it
     * has asked all it wants to, and now waits for the answer ({@code printf … | nc -N}; RFC 9112, 9.6). A program that
     * ends without having been answered usually leaves only that behind: its kernel sends a reset only when something
     * is sent to it, which is the answer. And behind the end of the input no read tells of a reset.
     *
     * <p>A request's calls may be made on several threads, so only one of them looks at a time. A thread that goes on
     * after the answer must not look: then the input is read by whoever serves the connection. Nobody waits for its
     * call any more, as if the client had left.
     */
    @Override
    public synchronized boolean hasLeft() {
        if (!answering) {
            return true;
        }
        long now = System.nanoTime();
        if (now - lookedAt < patienceNanos() || now - meter.since() < patienceNanos()) {
            return false;
        }
        lookedAt = now;
        return isReset();
    }

    private long patienceNanos() {
        return service.settings().graceMillis() * 1_000_000L;
    }

    /** A read that does not wait. Into a full buffer nothing is read: then the client that sends so much is there. */
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
            return true;      // nothing will be read from it any more
        } finally {
            input.flip();
        }
    }
}
