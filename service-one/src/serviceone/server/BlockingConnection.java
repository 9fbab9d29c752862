package serviceone.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.deadlines.Deadline;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.RequestParser;
import serviceone.http.Response;
import serviceone.routes.Reply;
import serviceone.watch.RequestTimer;

/**
 * A client's connection, served from its first request to its last by one thread that waits where there is to wait. The
 * task of {@code pool} and {@code loom} alike.
 *
 * <p>Owns its channel, its buffer and its parser. Only one thread at a time runs it; when the connection comes back
 * through the queue, that hands over what the last one wrote. The watchdog and the dispatcher touch nothing but the
 * deadline, the state, and the channel, by shutting down its input: that wakes a thread that reads, and leaves it the
 * way to answer.
 */
final class BlockingConnection extends Connection implements Runnable {
    // states: QUEUED -> READING <-> IDLE, READING -> SERVING -> WRITING -> READING, SERVING -> QUEUED (by the timer),
    //         IDLE -> GIVEN_UP
    private enum State { QUEUED, IDLE, READING, SERVING, WRITING, GIVEN_UP }

    /** A response that had to wait for the timer. */
    private record Due(Request request, Response response, RequestTimer timer) {
    }

    private static final Logger LOG = System.getLogger(BlockingConnection.class.getName());
    private static final int BUFFER_BYTES = 2048;
    /** A client that opens a thousand connections at once may be late with the first byte on each: not yet idle. */
    private static final long FIRST_BYTE_MILLIS = 1_000;

    private final BlockingDispatcher dispatcher;
    private final Settings settings;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private final Deadline deadline = new Deadline(this::late);
    private volatile long idleSince;
    private long queuedNanos;              // until the first request has taken it into account
    private ByteBuffer buffer;             // made by the first run: a connection in the queue needs none
    private RequestParser parser;
    private Due due;

    BlockingConnection(SocketChannel channel, BlockingDispatcher dispatcher) {
        super(channel, dispatcher.connections);
        this.dispatcher = dispatcher;
        this.settings = dispatcher.shared.settings();
    }

    @Override
    public void run() {
        boolean queuedAgain = false;
        dispatcher.watchdog.add(deadline);
        try {
            queuedAgain = serveAll();
        } catch (IOException e) {
            // the client is gone, or was too late: there is nobody to answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is stopped; the connection is closed below
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "while serving a connection", e);
        } finally {
            if (!queuedAgain) {
                dispatcher.watchdog.remove(deadline);
                close();
            }
        }
    }

    /** Serves one request after the other; returns whether the connection will come back through the queue. */
    private boolean serveAll() throws IOException, InterruptedException {
        boolean open = due == null ? begin() : answerDue();
        while (open) {
            Request request = read();
            if (request == null) {
                return false;
            }
            state.set(State.SERVING);
            RequestTimer timer = dispatcher.shared.meter().requestStarted(queuedNanos);
            queuedNanos = 0;
            switch (dispatcher.routes.answer(request)) {
                case Reply.Now now -> open = answer(request, now.response(), timer);
                case Reply.Later later -> {
                    waitInTheQueue(request, later, timer);
                    return true;
                }
            }
        }
        return false;
    }

    private boolean begin() throws IOException {
        queuedNanos = System.nanoTime() - acceptedAt();
        buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        parser = new RequestParser(settings.limits());
        return idle(settings.requestMillis(), FIRST_BYTE_MILLIS);
    }

    private void waitInTheQueue(Request request, Reply.Later later, RequestTimer timer) {
        due = new Due(request, later.response(), timer);
        state.set(State.QUEUED);
        dispatcher.watchdog.remove(deadline);      // before the next thread can add it again
        dispatcher.later(this, later.millis());
    }

    private boolean answerDue() throws IOException {
        Due answered = due;
        due = null;
        return answer(answered.request, answered.response, answered.timer);
    }

    /** The next request; null if there is none, and the connection can be closed. */
    private Request read() throws IOException {
        try {
            while (!parser.parse(buffer)) {
                if (parser.takeContinueExpected()) {
                    askToContinue();
                }
                if (!readMore()) {
                    return null;
                }
            }
            deadline.clear();
            return parser.request();
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
            return null;
        }
    }

    /** Waits for bytes of a request; false at their end, however that came about. */
    private boolean readMore() throws IOException {
        buffer.clear();
        int read = channel.read(buffer);
        buffer.flip();
        if (read < 0) {
            if (deadline.hasPassed() && state.get() == State.READING) {
                refuse(Response.error(408, "the request took too long to come"));
            }
            return false;
        }
        if (state.compareAndSet(State.IDLE, State.READING)) {
            deadline.set(Settings.nanos(settings.requestMillis()));
        }
        return true;
    }

    /** Sends the response; returns whether the connection lives on. */
    private boolean answer(Request request, Response response, RequestTimer timer) throws IOException {
        boolean keepAlive = request.keepAlive() && !dispatcher.othersWait() && !connectionsAreDraining();
        state.set(State.WRITING);
        timer.answered(request.path(), response.status());
        write(response.encode(request, keepAlive));
        if (!keepAlive) {
            linger();
            return false;
        }
        state.set(State.READING);
        if (!buffer.hasRemaining()) {
            return idle(settings.idleMillis(), 0);
        }
        deadline.set(Settings.nanos(settings.requestMillis()));      // the next request has begun to come already
        return true;
    }

    /** Begins to wait for a request, as idle only after a grace; returns whether to wait at all. */
    private boolean idle(int limitMillis, long graceMillis) throws IOException {
        idleSince = System.nanoTime() + Settings.nanos(graceMillis);
        deadline.set(Settings.nanos(limitMillis));
        state.set(State.IDLE);
        return !connectionsAreDraining() || hasUnread();
    }

    private boolean hasUnread() throws IOException {
        return channel.socket().getInputStream().available() > 0;
    }

    private boolean connectionsAreDraining() {
        return dispatcher.connections.isDraining();
    }

    /** Within the request's own deadline, which goes on; while it writes, that ends the connection. */
    private void askToContinue() throws IOException {
        state.set(State.WRITING);
        send(Response.interimContinue());
        state.set(State.READING);
    }

    private void write(byte[] bytes) throws IOException {
        deadline.set(Settings.nanos(settings.writeMillis()));
        send(bytes);
        deadline.clear();
    }

    private void send(byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {               // on a virtual thread even a blocking channel may take a part only
            channel.write(out);
        }
    }

    /** Answers where no request could be read, and ends the connection. */
    private void refuse(Response response) throws IOException {
        state.set(State.WRITING);
        dispatcher.shared.meter().requestStarted(queuedNanos).answered("", response.status());
        write(response.encodeLast());
        Lingering.close(channel);
    }

    /** Only where something is left unread: otherwise closing is enough, and the thread is free at once. */
    private void linger() throws IOException {
        if (buffer.hasRemaining() || hasUnread()) {
            Lingering.close(channel);
        }
    }

    /** The deadline has passed: wakes the thread that reads, or ends the connection whose client does not read. */
    private void late() {
        try {
            if (state.get() == State.WRITING) {
                channel.close();
            } else {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            // it was closed meanwhile, which is as good
        }
    }

    @Override
    boolean isIdle() {
        return state.get() == State.IDLE;
    }

    @Override
    long idleSince() {
        return idleSince;
    }

    @Override
    boolean closeIfIdle(long nanos) {
        try {
            boolean longEnough = System.nanoTime() - idleSince >= nanos && !hasUnread();
            boolean closes = longEnough && state.compareAndSet(State.IDLE, State.GIVEN_UP);
            if (closes) {
                channel.shutdownInput();
            }
            return closes;
        } catch (IOException e) {
            return true;       // it was closed meanwhile, which is what was wanted
        }
    }
}
