package serviceone.modes;

import common.http.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.meter.ConnectionMeter;
import serviceone.routes.Reply;
import serviceone.server.ClientSocket;
import serviceone.server.Connection;
import serviceone.server.Ending;
import serviceone.server.Refusals;

/**
 * A client's connection on a thread of {@code pool} or {@code loom}: reads a request, answers it, writes the response,
 * and repeats. One thread at a time serves it; between two of them the queue or the poller has it.
 */
final class BlockingConnection implements Connection {
    // states: READING -> ANSWERING (-> AWAY, as the response is due later) -> WRITING -> READING; any -> ENDED
    private final ClientSocket socket;
    private final ConnectionMeter meter;
    private final BlockingService service;
    private final ClientWait clientWait;
    private final ClientDisconnect disconnect;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, and not yet parsed
    private Request request;        // the one being answered
    private Response response;      // to it

    BlockingConnection(ClientSocket socket, BlockingService service, ClientWait clientWait) {
        this.socket = socket;
        this.meter = socket.meter();
        this.service = service;
        this.clientWait = clientWait;
        this.disconnect = new ClientDisconnect(socket, input);
        this.parser = new RequestParser(service.settings().limits());
    }

    /** Serves one request after the other, until the connection ends or waits without a thread. */
    void serve() {
        try {
            boolean again = true;
            while (again) {
                again = serveNext() && clientWait.keepOrHandOver(this);
            }
        } catch (MessageException e) {
            clientWait.refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            clientWait.refuse(Refusals.late());
        } catch (IOException e) {      // the client is gone or was too late, or the time for answering is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
            clientWait.end();
        } catch (RuntimeException | Error e) {
            clientWait.end();
            throw e;
        }
    }

    /** Returns whether the connection lives on and waits for its client; otherwise it has ended or is AWAY. */
    private boolean serveNext() throws IOException, MessageException {
        if (response == null) {
            if (!readRequest()) {
                return true;      // to wait for the rest
            }
            Reply reply = service.answer(request, disconnect);
            response = reply.response();
            if (reply.afterMillis() > 0) {
                meter.waits();
                service.putBackAfter(reply.afterMillis(), socket);
                return false;
            }
        }
        return write();
    }

    /** Returns whether a request has arrived completely; if not, its client has not sent the rest yet. */
    private boolean readRequest() throws IOException, MessageException {
        while (!parse()) {
            if (parser.takeContinueExpected() && !clientWait.write(ByteBuffer.wrap(Response.interimContinue()))) {
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

    /** Returns how many bytes; -1 at the end of the input, 0 if there are none now. */
    int receive() throws IOException {
        int read = clientWait.read(input.clear(), isWithinRequest());
        input.flip();
        return read;
    }

    private boolean parse() throws MessageException {
        if (hasInput() && !isWithinRequest()) {
            meter.requestBegins();
        }
        return parser.parse(input);
    }

    /** Returns whether the connection lives on. */
    private boolean write() throws IOException {
        boolean idleTooLong = socket.channel().socket().isInputShutdown();      // the request came as that was found
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown() && !idleTooLong;
        ByteBuffer out = ByteBuffer.wrap(response.encode(request, keepAlive));
        Ending ending = Ending.of(response.status());
        meter.answered(response.status());
        response = null;
        if (clientWait.write(out)) {
            meter.sent();
        }
        if (!keepAlive) {
            clientWait.endAfter(out, hasInput(), ending);
        }
        return keepAlive;
    }

    /** Whether bytes of a further request have been read. */
    boolean hasInput() {
        return input.hasRemaining();
    }

    /** Whether a part of a request has been read. */
    boolean isWithinRequest() {
        return !parser.isBetweenMessages();
    }

    @Override
    public void endIfIdle() {
        clientWait.endIfIdle();
    }

    @Override
    public void endIfSending() {
        clientWait.endIfSending();
    }
}
