package common.http;

import common.http.MessageParser.MessageException;
import common.http.MessageParser.Parsers;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.Lingering;
import common.io.Unsent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A client's connection on an event loop. No thread waits for the client or for the answer, so this object remembers
 * where the connection stands. Only the loop's thread uses it. In each state, a reset or an end of the input in the
 * middle of a request ends the connection.
 *
 * <pre>
 *        first byte             complete              answer()             all sent
 *   IDLE ──────────▶ READING ──────────────▶ SERVING ─────────▶ WRITING ──────────────▶ IDLE, or ENDED
 *    │                  │                       │                  │                    after the last answer
 *    ▼ too long         ▼ late or malformed     ▼ the client       ▼ too long
 *   ENDED              answered, ENDED         has left: ENDED    reset, ENDED
 * </pre>
 */
public abstract class NonBlockingConnection implements EventLoop.Handler, Lingering.Owner {
    private enum State { IDLE, READING, SERVING, WRITING, ENDED }

    /**
     * Limits in milliseconds.
     *
     * @param request for a request to arrive, from its first byte or from the start of the connection
     * @param idle    for the next request
     * @param write   for the client to take its answer
     * @param linger  for the client to close its end after the last answer
     */
    public record Limits(int request, int idle, int write, int linger) {
    }

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** From this many bytes on, nothing more is read before the request is answered. */
    private static final int MOST_AHEAD = 16 * 1024;

    private final SocketChannel channel;
    private final EventLoop loop;
    private final Parsers<RequestParser> parsers;
    private final Limits limits;
    private final Unsent unsent = new Unsent();
    private SelectionKey key;
    private Deadline deadline;
    private State state = State.IDLE;
    private RequestParser parser;                // null after a request
    private ByteBuffer ahead = NOTHING;          // bytes of later requests
    private Request request;
    private boolean first = true;
    private boolean last;
    private boolean inputEnded;

    protected NonBlockingConnection(SocketChannel channel, EventLoop loop, Parsers<RequestParser> parsers,
            Limits limits) {
        this.channel = channel;
        this.loop = loop;
        this.parsers = parsers;
        this.limits = limits;
    }

    /** Begins to wait for the client. */
    public final void begin() throws IOException {
        deadline = new Deadline(loop, this::onLate);
        channel.configureBlocking(false);
        key = loop.register(channel, SelectionKey.OP_READ, this);
        deadline.set(limits.request);
    }

    /** Serves the request, which {@link #answer} ends now or later. */
    protected abstract void serve(Request request);

    /** During a shutdown, no connection is kept alive. */
    protected boolean keepsAlive() {
        return true;
    }

    /** Whether the end of the input means that the client has left. If not, it may still wait for its answer. */
    protected boolean leavesWithInput() {
        return false;
    }

    protected void requestBegins() {
    }

    protected void requestGoesOn() {
    }

    /** @param hasCome whether bytes of the next request have come before the answer */
    protected void nextRequest(boolean hasCome) {
    }

    protected void refused(int status) {
    }

    protected void sent() {
    }

    protected final boolean hasEnded() {
        return state == State.ENDED;
    }

    @Override
    public final void ready(SelectionKey key) throws IOException {
        if (state != State.ENDED && key.isWritable()) {
            flush();
        }
        if (state != State.ENDED && key.isReadable()) {
            read();
        }
    }

    private void read() throws IOException {
        ByteBuffer in = loop.buffer();
        boolean parses = isReading() && !ahead.hasRemaining();
        in.limit(parses ? in.capacity() : Math.max(1, MOST_AHEAD - ahead.remaining()));      // 1: to see the end
        inputEnded = channel.read(in) < 0;
        in.flip();
        if (parses) {
            receive(in);
        } else {
            keep(in);      // earlier bytes come first
        }
        if (inputEnded && state == State.SERVING && leavesWithInput()) {
            end();
        } else if (inputEnded && state != State.ENDED) {
            EventLoop.setInterest(SelectionKey.OP_READ, false, key);      // or the selector reports the end forever
        }
    }

    private boolean isReading() {
        return state == State.IDLE || state == State.READING;
    }

    private void receive(ByteBuffer in) throws IOException {
        if (state == State.IDLE && in.hasRemaining()) {
            beginRequest();
        } else {
            requestGoesOn();
        }
        parser = parser == null ? parsers.take() : parser;
        try {
            if (parser.parse(in)) {
                request = parser.request();
                parsers.putBack(parser);
                parser = null;
                deadline.clear();
                state = State.SERVING;
                last = !request.keepAlive();
                keep(in);
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

    private void beginRequest() {
        state = State.READING;
        requestBegins();
        if (!first) {
            deadline.set(limits.request);
        }
        first = false;
    }

    /** Copies the bytes, because the loop reuses its buffer. */
    private void keep(ByteBuffer in) {
        if (in != ahead && in.hasRemaining()) {
            ahead = ByteBuffer.allocate(ahead.remaining() + in.remaining()).put(ahead).put(in).flip();
        }
        ahead = ahead.hasRemaining() ? ahead : NOTHING;
        nextRequest(ahead.hasRemaining());
        boolean hasRoom = ahead.remaining() < MOST_AHEAD;
        if (!hasRoom && state == State.SERVING && leavesWithInput()) {
            deadline.set(limits.idle);      // nothing more is read, so nobody would notice that the caller leaves
        }
        EventLoop.setInterest(SelectionKey.OP_READ, hasRoom && !inputEnded, key);
    }

    /** Answers the request that is being served. */
    protected final void answer(Response response) {
        if (state == State.SERVING) {
            last |= !keepsAlive();
            state = State.WRITING;
            unsent.add(response.encode(request, !last));
            deadline.set(limits.write);
            flush();
        }
    }

    private void flush() {
        try {
            boolean all = unsent.send(channel);
            EventLoop.setInterest(SelectionKey.OP_WRITE, !all, key);
            if (all && state == State.WRITING) {
                onSent();
            }
        } catch (IOException e) {
            end();      // the client has left
        }
    }

    private void onSent() throws IOException {
        sent();
        if (last && (ahead.hasRemaining() || hasUnread())) {
            linger();
        } else if (last) {
            answered();
            end();
        } else if (!ahead.hasRemaining() && inputEnded) {
            end();
        } else if (ahead.hasRemaining()) {
            state = State.IDLE;
            deadline.set(limits.request);
            loop.execute(this::receiveAhead);      // a direct call would recurse
        } else {
            state = State.IDLE;
            deadline.set(limits.idle);
            if (!keepsAlive()) {
                endIfNothingCame();      // the shutdown began while the answer was being sent
            }
        }
    }

    private boolean hasUnread() throws IOException {
        return !inputEnded && channel.socket().getInputStream().available() > 0;
    }

    private void receiveAhead() {
        try {
            if (isReading()) {
                receive(ahead);
            }
            if (state != State.ENDED) {
                keep(ahead);
            }
        } catch (IOException e) {
            end();      // the client has left
        } catch (RuntimeException | Error e) {
            end();
            throw e;      // the loop logs it
        }
    }

    /** Answers a request that was not read to its end. */
    protected final void refuse(Response response) {
        refused(response.status());
        unsent.add(response.encodeLast());
        linger();
    }

    private void linger() {
        state = State.ENDED;
        deadline.drop();
        Lingering.begin(loop, channel, unsent.bytes(), limits.write, limits.linger, this);
    }

    /** Ends the connection unless a request has begun. */
    protected final void endIfNothingCame() {
        if (!findsRequest()) {
            end();
        }
    }

    /** Looks at the socket, and returns whether a request has begun. */
    private boolean findsRequest() {
        try {
            if (state == State.IDLE && !ahead.hasRemaining()) {
                read();
            }
        } catch (IOException e) {
            end();      // the client has left
        }
        return state != State.IDLE || ahead.hasRemaining();
    }

    protected final boolean isWithinRequest() {
        return state == State.READING;
    }

    private void onLate() {
        switch (state) {
            case IDLE -> {
                if (findsRequest() && state == State.READING) {
                    deadline.set(limits.request);
                }
                endIfNothingCame();
            }
            case READING -> refuse(Response.late());
            default -> {
                state = State.ENDED;
                deadline.drop();
                reset(channel);
            }
        }
    }

    @Override
    public final void failed(Throwable failure) {
        end();
    }

    public final void end() {
        state = State.ENDED;
        deadline.drop();
        close();
    }
}
