package serviceone.modes;

import common.http.MessageParser.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.PipelinedInput;
import common.io.Unsent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import serviceone.meter.ConnectionMeter;
import serviceone.server.ClientSocket.Ending;
import serviceone.server.ClientSocket;
import serviceone.server.Lingering;
import serviceone.server.Refusals;
import serviceone.server.Settings;

/** A client's connection in {@code async}: a state machine on one event loop. */
final class AsyncConnection implements ClientSocket.Connection, EventLoop.Handler {
    // states: IDLE -> READING -> SERVING -> WRITING -> IDLE | READING; any -> ENDED
    private enum State { IDLE, READING, SERVING, WRITING, ENDED }

    private final ClientSocket socket;
    private final ConnectionMeter meter;
    private final EventLoops.Loop loop;
    private final Settings settings;
    private RequestParser parser;
    private final SelectionKey key;
    private final Deadline deadline = new Deadline(this::onLate);
    private final PipelinedInput ahead = new PipelinedInput();
    private final Unsent unsent = new Unsent();
    private State state = State.IDLE;
    private Request request;
    private boolean inputEnded;
    private Ending ending;

    AsyncConnection(ClientSocket socket, EventLoops.Loop loop, Settings settings) throws IOException {
        this.socket = socket;
        this.meter = socket.meter();
        this.loop = loop;
        this.settings = settings;
        socket.channel().configureBlocking(false);
        key = loop.events().register(socket.channel(), SelectionKey.OP_READ, this);
        idle(settings.requestMillis());
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (state != State.ENDED && key.isWritable()) {
            flush();
        }
        if (state != State.ENDED && key.isReadable()) {
            read();
        }
    }

    private void read() throws IOException {
        ByteBuffer buffer = loop.events().buffer();
        boolean parses = (state == State.IDLE || state == State.READING) && ahead.isEmpty();
        buffer.limit(parses ? buffer.capacity() : Math.max(1, ahead.room()));
        inputEnded = socket.channel().read(buffer) < 0;
        buffer.flip();
        if (parses) {
            receive(buffer);
        } else {
            keepForLater(buffer);      // earlier bytes come first
        }
        if (inputEnded && state != State.ENDED) {
            EventLoop.setInterest(SelectionKey.OP_READ, false, key);      // or the selector reports the end forever
        }
    }

    private void receive(ByteBuffer in) throws IOException {
        if (state == State.IDLE && in.hasRemaining()) {
            state = State.READING;
            meter.requestBegins();
            if (!meter.isFirst() || deadline.hasPassed()) {      // a passed deadline has been cleared
                deadline.set(settings.requestMillis());
            }
        }
        parser = parser == null ? loop.parsers().take() : parser;
        try {
            if (parser.parse(in)) {
                Request request = parser.request();
                loop.parsers().putBack(parser);
                parser = null;
                keepForLater(in);
                serve(request);
            } else if (inputEnded) {
                end();
            } else if (parser.takeContinueExpected()) {
                unsent.add(Response.interimContinue());
                flush();
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        }
    }

    private void keepForLater(ByteBuffer in) {
        ahead.keep(in);
        meter.reportNextRequest(!ahead.isEmpty());
        EventLoop.setInterest(SelectionKey.OP_READ, ahead.room() > 0 && !inputEnded, key);
    }

    private void serve(Request request) {
        deadline.clear();
        state = State.SERVING;
        this.request = request;
        meter.requestRead(request.path());
        loop.routes().answer(request, socket).thenAccept(this::answer).exceptionally(failure -> {
            failed(failure);
            return null;
        });
    }

    private void answer(Response response) {
        if (!meter.isUnanswered()) {
            return;
        }
        boolean keepAlive = request.keepAlive() && !socket.isShuttingDown();
        byte[] bytes = response.encode(request, keepAlive);
        meter.answered(response.status());
        ending = keepAlive ? Ending.IDLE : Ending.of(response.status());
        if (state == State.ENDED) {
            meter.sent();
        } else {
            state = State.WRITING;
            unsent.add(bytes);
            deadline.set(settings.writeMillis());
            flush();
        }
    }

    private void flush() {
        try {
            if (unsent.send(socket.channel(), key) && state == State.WRITING) {
                sent();
            }
        } catch (IOException e) {
            end();
        }
    }

    private void sent() throws IOException {
        deadline.clear();
        meter.sent();
        socket.endsAs(ending);
        if (ending != Ending.IDLE && (!ahead.isEmpty() || socket.hasUnread())) {
            linger();
        } else if (ending != Ending.IDLE || ahead.isEmpty() && inputEnded) {
            end();
        } else if (ahead.isEmpty()) {
            idle(settings.idleMillis());
        } else {
            state = State.READING;
            deadline.set(settings.requestMillis());
            loop.events().execute(this::receiveAhead);      // a direct call would recurse
        }
    }

    private void receiveAhead() {
        try {
            if (state == State.READING) {
                meter.requestBegins();
                receive(ahead.bytes());
            }
            if (state != State.ENDED) {
                keepForLater(ahead.bytes());
            }
        } catch (Throwable e) {      // nobody else would close the connection
            failed(e);
        }
    }

    private void refuse(Response response) {
        meter.requestRefused(response.status());
        unsent.add(response.encodeLast());
        linger();
    }

    void refuseInFlight() {
        if (state == State.SERVING) {
            answer(Refusals.stopping());
        }
    }

    private void linger() {
        state = State.ENDED;
        deadline.clear();
        Lingering.begin(loop.events(), socket, unsent.bytes(), settings);
    }

    private void idle(int limitMillis) {
        deadline.set(limitMillis);
        state = State.IDLE;
        if (socket.isShuttingDown()) {
            endIfNothingCame();
        }
    }

    @Override
    public void endIfIdle() {
        loop.events().execute(this::endIfNothingCame);
    }

    private void endIfNothingCame() {
        try {
            if (state == State.IDLE) {
                read();
            }
        } catch (IOException e) {
            end();
        }
        if (state == State.IDLE && !(socket.isShuttingDown() && socket.isNew(settings.graceMillis()))) {
            end();
        }
    }

    private void end() {
        state = State.ENDED;
        deadline.clear();
        meter.sent();
        socket.close();
    }

    private void onLate() {
        switch (state) {
            case IDLE -> endIfNothingCame();
            case READING -> refuse(Refusals.late());
            default -> {
                socket.resetOnClose();
                end();
            }
        }
    }

    @Override
    public void failed(Throwable failure) {
        end();
        socket.fail(failure);
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }
}
