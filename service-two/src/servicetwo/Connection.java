package servicetwo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A caller's connection. Requests are answered one after the other: what is pipelined behind one stays in the input
 * until its answer is out. The end of the input while a call waits is the caller's leaving. Owns its socket, its input
 * and what is still to be sent. Made and touched by the loop's thread alone.
 */
final class Connection implements Loop.Handler {
    // states: NEW | IDLE -> READING -> WAITING -> WRITING -> IDLE | READING;
    //         WRITING -> LINGERING (half-closed) -> CLOSED; any -> CLOSED
    private enum State { NEW, IDLE, READING, WAITING, WRITING, LINGERING, CLOSED }

    /** What all connections share. */
    record Shared(Loop loop, Routes routes, Call.Resources calls, DateField date, Limits limits) {
    }

    private static final Answer LATE = Answer.error(408, "the request is late");
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SocketChannel channel;
    private final Shared shared;
    private final InetAddress caller;
    private final SelectionKey key;
    private final RequestReader reader = new RequestReader();
    private State state = State.NEW;
    private long deadline;             // of the present state; WAITING has one only with a full input
    private Call call;                 // while WAITING
    private ByteBuffer unsent;         // what the kernel had no room for; null for nothing
    private boolean inputEnded;
    private boolean hasCalled;         // whoever only looks at the counts is no caller
    private boolean last;              // the connection ends with what is being sent

    Connection(SocketChannel channel, Shared shared) throws IOException {
        this.channel = channel;
        this.shared = shared;
        caller = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
        key = shared.loop.register(channel, SelectionKey.OP_READ, this);
        enter(State.NEW, shared.limits.firstByteMillis());
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            flush();
        }
        if (state != State.CLOSED && ready.isReadable()) {
            read();
        }
        serveAll();
    }

    private void read() throws IOException {
        if (state == State.LINGERING) {
            reader.input().clear();
        }
        int count = channel.read(reader.input().space());
        if (count < 0) {
            inputEnds();
        } else {
            reader.input().added(count);
        }
        if (count > 0 && (state == State.NEW || state == State.IDLE)) {
            enter(State.READING, shared.limits.requestMillis());
        }
    }

    /** What is being sent may still be taken: a caller that asks no more may have closed its half. */
    private void inputEnds() {
        if (state == State.WRITING) {
            inputEnded = true;
            last = true;
        } else {
            end();
        }
    }

    /** A loop, because a thousand pipelined requests that wait for nothing would recurse too deep. */
    private void serveAll() throws IOException {
        while (state == State.READING && serveOne()) {
            // the next one
        }
        if (state != State.CLOSED) {      // else a full input, or its end, would be reported again and again
            want(SelectionKey.OP_READ, !inputEnded && !reader.input().isFull());
        }
    }

    /** Returns whether there was one. */
    private boolean serveOne() throws IOException {
        try {
            boolean complete = reader.next();
            if (complete) {
                serve(shared.routes.plan(reader.request(), caller));
            }
            return complete;
        } catch (RefusedException e) {
            last = true;
            send(Answer.error(e.status(), e.getMessage()));
            return false;
        }
    }

    private void serve(Routes.Plan plan) throws IOException {
        last = !reader.request().keepsConnection();
        if (plan.route().counts()) {
            shared.calls.counts().started(!hasCalled);
            hasCalled = true;
        }
        if (plan.waiting() == Wait.NONE) {
            if (plan.route().counts()) {
                shared.calls.counts().answered(plan.route());
            }
            send(plan.answer());
        } else {
            enter(State.WAITING, shared.limits.idleMillis());
            call = new Call(shared.calls, this, plan);
            call.start();
        }
    }

    /** The call's wait is over. */
    void answer(Answer answer) {
        call = null;
        try {
            send(answer);
            serveAll();
        } catch (IOException | RuntimeException | Error e) {
            failed(key, e);
        }
    }

    /** Ends it so that the caller gets a reset instead of an answer. */
    void reset() {
        call = null;
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // then it is closed in the usual way, or was by its caller
        }
        end();
    }

    private void send(Answer answer) throws IOException {
        enter(State.WRITING, shared.limits.writeMillis());
        ByteBuffer buffer = shared.loop.buffer();
        answer.write(buffer, shared.date.bytes(), persistence(), reader.request().isHead());
        channel.write(buffer.flip());
        if (buffer.hasRemaining()) {
            unsent = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
            want(SelectionKey.OP_WRITE, true);
        } else {
            sent();
        }
    }

    private Answer.Persistence persistence() {
        return last ? Answer.Persistence.CLOSED
                : reader.request().isOld() ? Answer.Persistence.KEPT_EXPLICITLY : Answer.Persistence.KEPT;
    }

    private void flush() throws IOException {
        channel.write(unsent);
        if (!unsent.hasRemaining()) {
            unsent = null;
            want(SelectionKey.OP_WRITE, false);
            sent();
        }
    }

    private void sent() throws IOException {
        if (last) {
            linger();
        } else if (reader.input().isEmpty()) {
            enter(State.IDLE, shared.limits.idleMillis());
        } else {
            enter(State.READING, shared.limits.requestMillis());
        }
    }

    /** Closing at once with bytes unread is a reset, which may overtake the answer (RFC 9112, 9.6): so in two steps. */
    private void linger() throws IOException {
        if (inputEnded) {
            end();
        } else {
            channel.shutdownOutput();
            reader.input().clear();
            enter(State.LINGERING, shared.limits.lingerMillis());
        }
    }

    private void enter(State next, int limitMillis) {
        state = next;
        deadline = System.nanoTime() + limitMillis * NANOS_PER_MILLI;
    }

    /**
     * A call may wait for as long as it does, because its caller is seen to leave; but not while nothing is read: then
     * one that hangs would keep its connection, and its permit, for ever.
     */
    @Override
    public void tick(long nanoTime) {
        boolean seen = state == State.WAITING && !reader.input().isFull();
        if (seen || state == State.CLOSED || nanoTime - deadline < 0) {
            return;
        }
        if (state == State.READING) {
            last = true;
            answer(LATE);
        } else {
            end();
        }
    }

    /** Mostly the caller has reset the connection. */
    @Override
    public void failed(SelectionKey failed, Throwable failure) {
        end();
        if (!(failure instanceof IOException)) {
            Complaints.tell("while serving a connection", failure);
        }
    }

    private void end() {
        state = State.CLOSED;
        if (call != null) {
            call.leave();
            call = null;
        }
        Quietly.close(channel);
    }

    /** A change of what is asked for costs a system call. */
    private void want(int operation, boolean wanted) {
        int now = key.interestOps();
        int then = wanted ? now | operation : now & ~operation;
        if (then != now) {
            key.interestOps(then);
        }
    }
}
