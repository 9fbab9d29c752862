package serviceone.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.RequestParser;
import serviceone.http.Response;
import serviceone.io.Deadline;
import serviceone.io.Watchdog;
import serviceone.meter.Meter;
import serviceone.meter.RequestTimer;
import serviceone.routes.BlockingRoutes;
import serviceone.routes.Reply;

/**
 * A client's connection, served by one thread at a time, which waits where there is to wait: the same in {@code pool}
 * and {@code loom}.
 *
 * <p>Owns its socket, its buffer and its parser. The queue makes what the last thread wrote visible to the next. To end
 * an idle connection, other threads shut down its input: the reader wakes, and can still answer.
 */
final class BlockingConnection {
    // states: BUSY <-> IDLE by the connection's own thread, IDLE -> GIVEN_UP by any other, with compare-and-set. It is
    // IDLE while it waits for the first byte of a request, else BUSY: reading one, answering it, or in the queue.
    private enum State { BUSY, IDLE, GIVEN_UP }

    /** A response that has to wait for the timer. */
    private record Due(Request request, Response response, RequestTimer timer) {
    }

    private static final int BUFFER_BYTES = 2048;
    /** A client that opens a thousand connections at once may be late with the first byte on each: not yet idle. */
    private static final long FIRST_BYTE_GRACE_MILLIS = 1_000;

    private final AdmittedSocket socket;
    private final SocketChannel channel;
    private final BlockingRoutes routes;
    private final ThreadSource threads;
    private final Settings settings;
    private final Meter meter;
    private final Watchdog watchdog;
    private final RequestParser parser;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private final AtomicReference<State> state = new AtomicReference<>(State.BUSY);
    private final Deadline waiting = new Deadline(this::giveUpIfIdle);      // for a request
    private final TimedWriter writer;      // of responses, and of 100 (Continue)
    private final ResetCheck client;
    private final long queuedSince;
    private volatile long idleSince;
    private boolean begun;
    private long queuedNanos;              // counted for the first request, then 0
    private Due due;
    private boolean lingers;               // the socket is Lingering's now

    /** @param queuedSince when it was put into the queue, as {@link System#nanoTime} */
    BlockingConnection(AdmittedSocket socket, long queuedSince, BlockingRoutes routes, ThreadSource threads,
            Settings settings, Meter meter, Watchdog watchdog) {
        this.socket = socket;
        this.channel = socket.channel();
        this.queuedSince = queuedSince;
        this.routes = routes;
        this.threads = threads;
        this.settings = settings;
        this.meter = meter;
        this.watchdog = watchdog;
        this.parser = new RequestParser(settings.limits());
        this.writer = new TimedWriter(channel, watchdog, settings.writeMillis());
        this.client = new ResetCheck(channel, buffer, threads, queuedSince);
    }

    AdmittedSocket socket() {
        return socket;
    }

    /** Serves one request after the other, until the connection ends (null) or a response is due later. */
    Reply.Later serve() {
        Reply.Later later = null;
        watchdog.add(waiting);
        try {
            later = serveAll();
        } catch (IOException e) {
            // the client is gone, or was too late: there is nobody to answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is stopped; the connection is closed below
        } finally {
            watchdog.remove(waiting);                // before another thread can add it again
            if (later == null && !lingers) {
                socket.close();
            }
        }
        return later;
    }

    private Reply.Later serveAll() throws IOException, InterruptedException {
        boolean open = due == null || answerDue();
        while (open && awaitRequest()) {
            Request request = read();
            if (request == null) {
                return null;
            }
            RequestTimer timer = meter.requestStarted(queuedNanos);
            queuedNanos = 0;
            switch (routes.answer(request, client)) {
                case Reply.Now now -> open = answer(request, now.response(), timer);
                case Reply.Later later -> {
                    due = new Due(request, later.response(), timer);
                    return later;
                }
            }
        }
        return null;
    }

    private boolean answerDue() throws IOException {
        Due answered = due;
        due = null;
        return answer(answered.request, answered.response, answered.timer);
    }

    /** Waits for the first bytes of a request, unless they have come behind the last one; false if there are none. */
    private boolean awaitRequest() throws IOException {
        if (buffer.hasRemaining()) {
            return true;
        }
        long grace = begun ? 0 : FIRST_BYTE_GRACE_MILLIS;
        waiting.set(begun ? settings.idleMillis() : settings.requestMillis());
        queuedNanos = begun ? 0 : System.nanoTime() - queuedSince;
        begun = true;
        idleSince = System.nanoTime() + grace * 1_000_000;
        state.set(State.IDLE);
        boolean expected = !socket.isDraining() || socket.isNew() || socket.hasUnread();
        boolean received = expected && receive(channel.read(buffer.clear()));
        state.compareAndSet(State.IDLE, State.BUSY);      // or it was given up: this is its last request, or the end
        waiting.clear();
        if (queuedNanos == 0) {      // the first request may have come long ago, while its socket was in the queue
            client.heard();
        }
        return received;
    }

    private boolean receive(int read) {
        buffer.flip();
        return read >= 0;
    }

    /** The request whose first bytes have come; null if it does not come whole, and the connection can be closed. */
    private Request read() throws IOException {
        long end = System.nanoTime() + settings.requestMillis() * 1_000_000L;
        try {
            while (!parser.parse(buffer)) {
                if (parser.takeContinueExpected()) {
                    writer.write(Response.interimContinue());
                }
                if (!receive(readUntil(end))) {
                    return null;
                }
            }
            return parser.request();
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        }
        return null;
    }

    /**
     * Waits for more of a request that came in pieces. Timed, unlike the first read, so that this thread itself can
     * answer 408 with the input still open; few requests come in pieces, so the timed park that this is costs little.
     */
    private int readUntil(long end) throws IOException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        channel.socket().setSoTimeout((int) left);
        InputStream in = channel.socket().getInputStream();
        int read = in.read(buffer.array());
        buffer.clear().position(Math.max(0, read));
        return read;
    }

    /** Sends the response; returns whether the connection lives on. */
    private boolean answer(Request request, Response response, RequestTimer timer) throws IOException {
        boolean wanted = !threads.areShort() && !socket.isDraining() && state.get() == State.BUSY;
        boolean keepAlive = wanted && request.keepAlive();
        timer.answered(request.path(), response.status());
        writer.write(response.encode(request, keepAlive));
        socket.endsAs(keepAlive ? Ending.IDLE : Ending.ANSWERED);
        if (!keepAlive && (buffer.hasRemaining() || socket.hasUnread())) {
            linger(ByteBuffer.allocate(0));      // otherwise closing is enough
        }
        return keepAlive;
    }

    /** Answers where no request could be read, and ends the connection. */
    private void refuse(Response response) {
        meter.requestStarted(queuedNanos).answered("", response.status());
        linger(ByteBuffer.wrap(response.encodeLast()));
    }

    private void linger(ByteBuffer unsent) {
        lingers = true;
        Lingering.begin(watchdog.loop(), socket, unsent, settings.writeMillis());
    }

    boolean isIdleFor(long millis) {
        return state.get() == State.IDLE && System.nanoTime() - idleSince >= millis * 1_000_000;
    }

    /** Since when it has been idle, as {@link System#nanoTime}; of no meaning if it is not. */
    long idleSince() {
        return idleSince;
    }

    /** From any thread: ends the connection, soon, if it waits for a request and none has come. Returns whether so. */
    boolean giveUpIfIdle() {
        try {
            boolean givenUp = !socket.hasUnread() && state.compareAndSet(State.IDLE, State.GIVEN_UP);
            if (givenUp) {
                channel.shutdownInput();
            }
            return givenUp;
        } catch (IOException e) {
            return true;       // it was closed meanwhile, which is what was wanted
        }
    }
}
