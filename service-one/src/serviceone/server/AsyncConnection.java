package serviceone.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import serviceone.deadlines.Deadline;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.RequestParser;
import serviceone.http.Response;
import serviceone.loop.EventLoop;
import serviceone.routes.AsyncRoutes;
import serviceone.watch.RequestTimer;

/**
 * A client's connection as a state machine that an event loop drives: {@code async}'s counterpart of
 * {@link BlockingConnection}. Owns its channel, its parser and what is still to be read or sent. Touched by the loop's
 * thread alone, but for the two volatile fields that others look at.
 */
final class AsyncConnection extends Connection implements EventLoop.Handler {
    // states: IDLE -> READING -> SERVING -> WRITING -> IDLE | READING; any -> LINGERING -> CLOSED
    private enum State { IDLE, READING, SERVING, WRITING, LINGERING, CLOSED }

    private static final Logger LOG = System.getLogger(AsyncConnection.class.getName());
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final EventLoop loop;
    private final AsyncRoutes routes;
    private final Shared shared;
    private final Settings settings;
    private final RequestParser parser;
    private final Deadline deadline = new Deadline(this::late);
    private volatile State state = State.IDLE;
    private volatile long idleSince = System.nanoTime();
    private SelectionKey key;
    private long queuedNanos;                  // until the first request has taken it into account
    private final InputAhead ahead = new InputAhead();
    private ByteBuffer unsent = NOTHING;
    private boolean inputEnded;
    private boolean lastResponse;              // the connection ends with what is being sent

    AsyncConnection(SocketChannel channel, EventLoop loop, AsyncRoutes routes, Shared shared) {
        super(channel, shared.connections());
        this.loop = loop;
        this.routes = routes;
        this.shared = shared;
        this.settings = shared.settings();
        this.parser = new RequestParser(settings.limits());
    }

    EventLoop loop() {
        return loop;
    }

    /** The connection's first moment on its loop. */
    void begin() {
        queuedNanos = System.nanoTime() - acceptedAt();
        try {
            channel.configureBlocking(false);
            key = loop.register(channel, SelectionKey.OP_READ, this);
            idle(settings.requestMillis());
        } catch (Throwable e) {
            failed(e);
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isWritable()) {
            flush();
        }
        if (key.isValid() && key.isReadable()) {
            read();
        }
    }

    private void read() throws IOException {
        ByteBuffer buffer = loop.buffer();
        if (state == State.SERVING || state == State.WRITING) {
            buffer.limit(Math.max(1, ahead.room()));
        }
        inputEnded = channel.read(buffer) < 0;
        buffer.flip();
        if (!ahead.isEmpty()) {
            keepForLater(buffer);              // whatever the state: what came first is parsed first
        } else {
            switch (state) {
                case IDLE, READING -> receive(buffer);
                case SERVING, WRITING -> keepForLater(buffer);
                case LINGERING -> endIf(inputEnded);
                case CLOSED -> { }
            }
        }
        if (inputEnded && state != State.CLOSED) {
            interest(SelectionKey.OP_READ, false);      // the end stays readable for ever
        }
    }

    private void receive(ByteBuffer in) throws IOException {
        if (state == State.IDLE && in.hasRemaining()) {
            state = State.READING;
            deadline.set(Settings.nanos(settings.requestMillis()));
        }
        try {
            if (parser.parse(in)) {
                keepForLater(in);
                serve(parser.request());
            } else if (inputEnded) {
                end();
            } else if (parser.takeContinueExpected()) {
                channel.write(ByteBuffer.wrap(Response.interimContinue()));      // 25 bytes into an empty send buffer
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        }
    }

    private void keepForLater(ByteBuffer in) {
        ahead.keep(in);
        interest(SelectionKey.OP_READ, ahead.room() > 0 && !inputEnded);
    }

    private void serve(Request request) {
        deadline.clear();
        state = State.SERVING;
        RequestTimer timer = shared.meter().requestStarted(queuedNanos);
        queuedNanos = 0;
        routes.answer(request).thenAccept(response -> answer(request, response, timer)).exceptionally(this::lost);
    }

    /** On the loop, because whatever completes a route's future does so there. */
    private void answer(Request request, Response response, RequestTimer timer) {
        timer.answered(request.path(), response.status());
        if (state != State.CLOSED) {
            boolean keepAlive = request.keepAlive() && !shared.connections().isDraining();
            send(response.encode(request, keepAlive), !keepAlive);
        }
    }

    /** Answering failed, as it should not: the connection is of no use, the loop goes on. */
    private Void lost(Throwable failure) {
        LOG.log(Level.ERROR, "while answering", failure);
        end();
        return null;
    }

    /** Answers where no request could be read, and ends the connection. */
    private void refuse(Response response) {
        shared.meter().requestStarted(queuedNanos).answered("", response.status());
        send(response.encodeLast(), true);
    }

    private void send(byte[] bytes, boolean last) {
        state = State.WRITING;
        unsent = ByteBuffer.wrap(bytes);
        lastResponse = last;
        deadline.set(Settings.nanos(settings.writeMillis()));
        try {
            flush();
        } catch (IOException e) {
            end();
        }
    }

    private void flush() throws IOException {
        channel.write(unsent);
        interest(SelectionKey.OP_WRITE, unsent.hasRemaining());
        if (!unsent.hasRemaining() && state == State.WRITING) {
            sent();
        }
    }

    private void sent() throws IOException {
        deadline.clear();
        unsent = NOTHING;
        if (lastResponse) {
            linger();
        } else if (!ahead.isEmpty()) {
            state = State.READING;
            deadline.set(Settings.nanos(settings.requestMillis()));
            loop.execute(this::receiveAhead);      // not at once: a thousand pipelined requests are no reason to recurse
        } else if (inputEnded) {
            end();
        } else {
            idle(settings.idleMillis());
        }
    }

    private void receiveAhead() {
        if (state != State.READING) {
            return;
        }
        try {
            receive(ahead.bytes());
            keepForLater(ahead.bytes());
        } catch (Throwable e) {    // a task of the loop, which would log it and leave this connection where it is
            failed(e);
        }
    }

    /** Half-closes and reads on, so that the client sees the answer; see {@link Lingering}. */
    private void linger() throws IOException {
        state = State.LINGERING;
        ahead.drop();
        channel.shutdownOutput();
        deadline.set(Settings.nanos(Settings.LINGER_MILLIS));
        interest(SelectionKey.OP_READ, true);
        endIf(inputEnded);
    }

    private void idle(int limitMillis) throws IOException {
        idleSince = System.nanoTime();
        deadline.set(Settings.nanos(limitMillis));
        state = State.IDLE;
        if (shared.connections().isDraining()) {
            endIfStillIdle();
        }
    }

    /** A request that has come already is served yet. */
    private void endIfStillIdle() throws IOException {
        read();
        endIf(state == State.IDLE);
    }

    private void endIf(boolean over) {
        if (over) {
            end();
        }
    }

    private void end() {
        state = State.CLOSED;
        deadline.clear();
        close();
    }

    /** Each change costs a system call, so only where it is one. */
    private void interest(int operation, boolean wanted) {
        if (key.isValid()) {
            int now = key.interestOps();
            int then = wanted ? now | operation : now & ~operation;
            if (then != now) {
                key.interestOps(then);
            }
        }
    }

    private void late() {
        if (state == State.READING) {
            refuse(Response.error(408, "the request took too long to come"));
        } else {
            end();
        }
    }

    @Override
    public void failed(Throwable failure) {
        if (!(failure instanceof IOException)) {
            LOG.log(Level.ERROR, "while serving a connection", failure);
        }
        end();
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    boolean isIdle() {
        return state == State.IDLE;
    }

    @Override
    long idleSince() {
        return idleSince;
    }

    @Override
    boolean closeIfIdle(long nanos) {
        loop.execute(() -> {
            try {
                if (state == State.IDLE && System.nanoTime() - idleSince >= nanos) {
                    endIfStillIdle();
                }
            } catch (IOException e) {
                end();
            }
        });
        return isIdle();
    }
}
