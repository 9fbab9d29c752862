package serviceone.server;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.Response;
import serviceone.io.Deadline;
import serviceone.io.Watchdog;
import serviceone.meter.ConnectionTimer;
import serviceone.meter.Meter;
import serviceone.routes.BlockingRoutes;
import serviceone.routes.Reply;

/**
 * A client's connection, served by one thread at a time, which waits where there is to wait: the same in {@code pool}
 * and {@code loom}.
 *
 * <p>Owns its socket, its reader and its writer. The queue makes what the last thread wrote visible to the next. To end
 * an idle connection, other threads shut down its input: the one that reads wakes, and can still answer.
 */
final class BlockingConnection {
    // states: BUSY <-> IDLE by the connection's own thread, IDLE -> GIVEN_UP by any other, with compare-and-set. It is
    // IDLE while it waits for the first byte of a request, else BUSY: reading one, answering it, or in the queue.
    private enum State { BUSY, IDLE, GIVEN_UP }

    private static final int FIRST_SERVER_ERROR = 500;
    /** A client that opens a thousand connections at once may be late with the first byte on each: not yet idle. */
    private static final long FIRST_BYTE_GRACE_NANOS = 1_000_000_000;

    private final AdmittedSocket socket;
    private final SocketChannel channel;
    private final BlockingRoutes routes;
    private final ThreadSource threads;
    private final Settings settings;
    private final ConnectionTimer timer;
    private final Watchdog watchdog;
    private final AtomicReference<State> state = new AtomicReference<>(State.BUSY);
    private final Deadline waiting = new Deadline(this::giveUpIfIdle);      // for a request
    private final TimedWriter writer;
    private final RequestReader reader;
    private final ResetCheck client;
    private volatile long idleSince;
    private final InFlight inFlight = new InFlight();
    private Response due;                  // of the request in flight, when it comes back from the timer
    private boolean lingers;               // the socket is Lingering's now

    /** @param queuedSince when it was put into the queue, as {@link System#nanoTime} */
    BlockingConnection(AdmittedSocket socket, long queuedSince, BlockingRoutes routes, ThreadSource threads,
            Settings settings, Meter meter, Watchdog watchdog) {
        this.socket = socket;
        this.channel = socket.channel();
        this.routes = routes;
        this.threads = threads;
        this.settings = settings;
        this.timer = meter.connectionQueued(queuedSince);
        this.watchdog = watchdog;
        this.writer = new TimedWriter(channel, settings.writeMillis());
        this.reader = new RequestReader(socket, threads, writer, settings);
        this.client = new ResetCheck(channel, reader.received(), threads, queuedSince);
    }

    AdmittedSocket socket() {
        return socket;
    }

    /** Serves one request after the other, until the connection ends (null) or a response is due later. */
    Reply.Later serve() {
        Reply.Later later = null;
        watchdog.add(waiting);
        watchdog.add(writer.deadline());
        try {
            later = serveAll();
        } catch (IOException e) {      // the client is gone or was too late, or the time for answering is over
            if (Thread.currentThread().isInterrupted()) {
                socket.endsAs(Ending.CUT_OFF);
            }
        } finally {
            watchdog.remove(waiting);           // before another thread can add it again
            watchdog.remove(writer.deadline());
            if (later == null && !lingers) {
                end();
            }
        }
        return later;
    }

    private Reply.Later serveAll() throws IOException {
        boolean open = due == null || answerDue();
        while (open && awaitRequest()) {
            Request request = read();
            if (request == null) {
                return null;
            }
            begin(request);
            switch (replyTo(request)) {
                case Reply.Now now -> open = answer(now.response());
                case Reply.Later later -> {
                    due = later.response();
                    inFlight.timer().waits();
                    return later;
                }
            }
        }
        return null;
    }

    private void begin(Request request) {
        inFlight.begin(request, timer.requestRead());
        timer.nextHasCome(reader.received().hasRemaining());
    }

    /** Its response is due, and it is about to be put into the queue. */
    void queued() {
        inFlight.timer().queued();
    }

    private boolean answerDue() throws IOException {
        inFlight.timer().runs();
        Response response = due;
        due = null;
        return answer(response);
    }

    /** Waits for the first bytes of a request, unless they have come behind the last one; false if there are none. */
    private boolean awaitRequest() throws IOException {
        if (reader.received().hasRemaining()) {
            timer.requestBegins();
            return true;
        }
        boolean first = timer.isFirst();
        boolean received = awaitBytes(first);
        timer.requestBegins();
        if (!first) {      // the first request may have come long ago, while its socket was in the queue
            client.heard();
        }
        return received;
    }

    /** A new connection's time began when it was accepted: its client could send while it was in the queue, too. */
    private boolean awaitBytes(boolean first) throws IOException {
        long queuedNanos = first ? timer.taken() : 0;
        long now = System.nanoTime();
        idleSince = first ? now + Math.max(0, FIRST_BYTE_GRACE_NANOS - queuedNanos) : now;
        long millis = first ? settings.requestMillis() - queuedNanos / 1_000_000 : settings.idleMillis();
        waiting.set(millis);
        state.set(State.IDLE);
        boolean mayCome = millis > 0 && (!socket.isDraining() || socket.isNew());
        boolean received = (mayCome || socket.hasUnread()) && reader.awaitBytes();
        state.compareAndSet(State.IDLE, State.BUSY);      // or it was given up: this is its last request, or the end
        waiting.clear();
        return received;
    }

    /** The request whose first bytes have come; null if it does not come whole, and the connection can be closed. */
    private Request read() throws IOException {
        try {
            return reader.read(timer.timedSince());
        } catch (MessageException e) {
            refuse(Response.error(e.status(), e.getMessage()));
        } catch (SocketTimeoutException e) {
            refuse(Refusals.late());
        }
        return null;
    }

    /** At a stop, when the time for answering is over, the thread is interrupted: what fails then, is refused. */
    private Reply replyTo(Request request) {
        Reply reply = null;
        try {
            reply = routes.answer(request, client, inFlight.timer());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean answered = reply instanceof Reply.Now now && now.response().status() < FIRST_SERVER_ERROR;
        return answered || !Thread.currentThread().isInterrupted() ? reply : new Reply.Now(Refusals.stopping());
    }

    /** Sends the response; returns whether the connection lives on. */
    private boolean answer(Response response) throws IOException {
        boolean wanted = !threads.areShort() && !socket.isDraining() && state.get() == State.BUSY;
        boolean keepAlive = wanted && inFlight.wantsKeepAlive();
        write(inFlight.answered(response, keepAlive));
        socket.endsAs(keepAlive ? Ending.IDLE : Ending.of(response.status()));
        if (!keepAlive && (reader.received().hasRemaining() || socket.hasUnread())) {
            linger(ByteBuffer.allocate(0));      // otherwise closing is enough
        }
        return keepAlive;
    }

    /** Writing with the interrupt still set would close the channel instead. */
    private void write(byte[] response) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            writer.write(response);
        } finally {
            inFlight.sent();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The request in flight, if there is one, is not answered any more; what becomes of the socket is the caller's. */
    void refused() {
        inFlight.refused();
    }

    /** No thread serves it any more. */
    void end() {
        refused();
        socket.close();
    }

    /** Answers where no request could be read, and ends the connection. */
    private void refuse(Response response) {
        timer.requestRefused(response.status());
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
