package serviceone.modes;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.RequestParser;
import serviceone.http.Response;
import serviceone.meter.ConnectionMeter;
import serviceone.routes.Reply;
import serviceone.server.ClientSocket;
import serviceone.server.Connection;
import serviceone.server.Ending;
import serviceone.server.Refusals;

/**
 * A client's connection on a thread of {@code pool} or {@code loom}: reads a request, answers it, writes the response,
 * and again. One thread at a time serves it; between two of them the queue or the poller has it.
 */
final class BlockingConnection implements Connection {
    // states: READING -> ANSWERING (-> AWAY, as the response is due later) -> WRITING -> READING; any -> ENDED
    private final ClientSocket socket;
    private final ConnectionMeter meter;
    private final BlockingService service;
    private final ClientWait client;
    private final ClientDisconnect disconnect;
    private final RequestParser parser;
    private final ByteBuffer input = ByteBuffer.allocate(512).limit(0);      // read, and not yet parsed
    private Request request;        // that is being answered
    private Response response;      // to it

    BlockingConnection(ClientSocket socket, BlockingService service, ClientWait client) {
        this.socket = socket;
        this.meter = socket.meter();
        this.service = service;
        this.client = client;
        this.disconnect = new ClientDisconnect(socket, input);
        this.parser = new RequestParser(service.settings().limits());
    }

    /** Serves one request after the other, until the connection ends or waits without a thread. */
    void serve() {
        try {
            boolean again = true;
            while (again) {
                again = serveNext() && client.keepServing(this);
            }
        } catch (MessageException e) {
            client.refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            client.refuse(Refusals.late());
        } catch (IOException e) {      // the client is gone or was too late, or the time for answering is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
            client.end();
        } catch (RuntimeException | Error e) {
            client.end();
            throw e;
        }
    }

    /** Returns whether the connection lives on, and has nothing to do but to wait for its client. */
    private boolean serveNext() throws IOException, MessageException {
        if (response == null) {
            if (!readRequest()) {
                return socket.channel().isOpen();
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

    /** Returns whether a request has come whole; else there is no more to read now, or the connection has ended. */
    private boolean readRequest() throws IOException, MessageException {
        while (!parse()) {
            if (parser.takeContinueExpected() && !client.write(ByteBuffer.wrap(Response.interimContinue()))) {
                return false;
            }
            int read = receive();
            if (read < 0) {
                client.end();
            }
            if (read <= 0) {
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
        int read = client.read(input.clear(), isWithinRequest());
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
        boolean keepAlive = request.keepAlive() && !socket.isDraining() && !socket.channel().socket().isInputShutdown();
        ByteBuffer out = ByteBuffer.wrap(response.encode(request, keepAlive));
        Ending ending = Ending.of(response.status());
        meter.answered(response.status());
        response = null;
        if (client.write(out)) {
            meter.sent();
            socket.endsAs(keepAlive ? Ending.IDLE : ending);
        }
        if (!keepAlive && (out.hasRemaining() || hasInput() || socket.hasUnread())) {
            client.linger(out);
        } else if (!keepAlive) {
            client.end();
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
        client.endIfIdle();
    }
}
