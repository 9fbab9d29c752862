package servicetwo;

import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import common.http.Request;
import common.http.RequestParser;
import common.http.Response;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.FailureLog;
import common.io.PipelinedInput;
import common.io.Quietly;
import common.io.Timers;
import common.io.Unsent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A caller's connection. A pipelined request waits until the previous answer is sent. If the input ends while a call
 * waits, the caller has left.
 */
final class Connection implements EventLoop.Handler {
    // states: IDLE -> READING -> WAITING -> WRITING -> IDLE; READING -> WRITING (no wait);
    //         WRITING -> LINGERING (half-closed); any -> CLOSED
    private enum State { IDLE, READING, WAITING, WRITING, LINGERING, CLOSED }

    record Shared(EventLoop loop, Timers timers, Parsers<RequestParser> parsers, Routes routes, Behaviour behaviour,
            Permits permits, Counts counts, Limits limits) {
    }

    /**
     * Deadlines, and a limit on connections.
     *
     * @param firstByteMillis until the first byte on a new connection
     * @param requestMillis   from a request's first byte to its last
     * @param idleMillis      until the next request on a keep-alive connection
     * @param writeMillis     for a caller to read its answer
     * @param lingerMillis    for a caller to close a half-closed connection
     * @param connections     the most that may be open; a further one is closed at once
     */
    record Limits(int firstByteMillis, int requestMillis, int idleMillis, int writeMillis, int lingerMillis,
            int connections) {
        static final Limits STANDARD = new Limits(10_000, 10_000, 30_000, 10_000, 1_000, 100_000);
    }

    private static final System.Logger LOG = System.getLogger(Connection.class.getName());

    private final SocketChannel channel;
    private final Shared shared;
    private final InetAddress caller;
    private final SelectionKey key;
    private final Deadline deadline = new Deadline(this::onLate);
    private final PipelinedInput ahead = new PipelinedInput();
    private final Unsent unsent = new Unsent();
    private State state;
    private RequestParser parser;
    private Request request;
    private WaitingCall call;
    private boolean inputEnded;
    private boolean hasCalled;
    private boolean last;

    Connection(SocketChannel channel, Shared shared) throws IOException {
        this.channel = channel;
        this.shared = shared;
        caller = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
        key = shared.loop.register(channel, SelectionKey.OP_READ, this);
        enter(State.IDLE, shared.limits.firstByteMillis);
    }

    private void enter(State next, int limitMillis) {
        state = next;
        deadline.set(limitMillis);
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            flush();
            receive(ahead.bytes());
        }
        if (state != State.CLOSED && ready.isReadable()) {
            read();
        }
    }

    private void read() throws IOException {
        ByteBuffer in = shared.loop.buffer().limit(Math.max(1, ahead.room()));
        if (channel.read(in) < 0) {
            inputEnds();
        } else if (ahead.isEmpty()) {
            receive(in.flip());
        } else {
            keep(in.flip());      // earlier bytes are parsed first
        }
    }

    /** A caller that has half-closed the connection can still read an answer that is being sent. */
    private void inputEnds() {
        if (state == State.WRITING) {
            inputEnded = true;
            last = true;
            EventLoop.setInterest(SelectionKey.OP_READ, false, key);      // or select() would report the end forever
        } else {
            end();
        }
    }

    /** Iterates: recursion over a thousand pipelined requests would overflow the stack. */
    private void receive(ByteBuffer in) throws IOException {
        while ((state == State.IDLE || state == State.READING) && in.hasRemaining()) {
            if (state == State.IDLE) {
                enter(State.READING, shared.limits.requestMillis);
            }
            receiveOne(in);
        }
        keep(in);
    }

    private void receiveOne(ByteBuffer in) throws IOException {
        parser = parser == null ? shared.parsers.take() : parser;
        try {
            if (parser.parse(in)) {
                request = parser.request();
                shared.parsers.putBack(parser);
                parser = null;
                serve(shared.routes.plan(request, caller));
            } else if (parser.takeContinueExpected()) {
                unsent.add(Response.interimContinue());
                flush();
            }
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        }
    }

    private void keep(ByteBuffer in) {
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.LINGERING) {
            in.position(in.limit());
        }
        ahead.keep(in);
        if (state == State.WAITING && ahead.room() == 0) {
            // nothing more is read, so nobody would notice that the caller leaves
            deadline.set(shared.limits.idleMillis);
        }
        EventLoop.setInterest(SelectionKey.OP_READ, ahead.room() > 0 && !inputEnded, key);
    }

    private void serve(Routes.Plan plan) throws IOException {
        last = !request.keepAlive();
        if (plan.route().counts()) {
            shared.counts.started(!hasCalled);
            hasCalled = true;
        }
        if (plan.waits()) {
            state = State.WAITING;
            deadline.clear();      // the end of the input shows that the caller has left
            call = new WaitingCall(shared, this, plan);
            call.start();
        } else {
            if (plan.route().counts()) {
                shared.counts.answered(plan.route());
            }
            send(plan.answer().encode(request, !last));
        }
    }

    void answer(Response answer) {
        call = null;
        try {
            send(answer.encode(request, !last));
            receive(ahead.bytes());
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    void reset() {
        call = null;
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // the connection closes without a reset
        }
        end();
    }

    private void refuse(Response response) throws IOException {
        last = true;
        send(response.encodeLast());
    }

    private void send(byte[] bytes) throws IOException {
        enter(State.WRITING, shared.limits.writeMillis);
        unsent.add(bytes);
        flush();
    }

    private void flush() throws IOException {
        if (unsent.send(channel, key) && state == State.WRITING) {
            if (last) {
                linger();
            } else {
                enter(State.IDLE, shared.limits.idleMillis);
            }
        }
    }

    /** Closing with unread bytes would send a reset, which may overtake the answer (RFC 9112, 9.6). */
    private void linger() throws IOException {
        if (inputEnded) {
            end();
        } else {
            channel.shutdownOutput();
            ahead.drop();
            enter(State.LINGERING, shared.limits.lingerMillis);
        }
    }

    private void onLate() {
        if (state != State.READING) {
            end();
            return;
        }
        try {
            refuse(Response.error(408, "the request is late"));
        } catch (IOException e) {
            end();
        }
    }

    @Override
    public void failed(Throwable failure) {
        end();
        FailureLog.logUnlessIoFailed(LOG, "while serving a connection", failure);
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    private void end() {
        state = State.CLOSED;
        deadline.clear();
        if (call != null) {
            call.leave();
            call = null;
        }
        Quietly.close(channel);
    }
}
