package serviceone.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import serviceone.http.MessageException;
import serviceone.http.Request;
import serviceone.http.RequestParser;
import serviceone.http.Response;

/**
 * Reads the requests of one connection, and decides for how long its thread waits for the rest of one. Owns the buffer
 * and the parser. Used by the one thread that serves the connection.
 *
 * <p>Who sends slowly holds a thread, and while sockets wait for one, for a shorter time: for {@code senderMillis} from
 * the request's first byte, however many pieces it comes in. A connection's first request has had that time, or a part
 * of it, while its socket was in the queue; but {@link #LEAST_MILLIS} it has on the thread. So of many slow senders in
 * the queue only the first ones cost those behind them the whole time.
 */
final class RequestReader {
    private static final int BUFFER_BYTES = 512;
    /** A client that began to send just now, after long silence in the queue, needs that much between two packets. */
    private static final int LEAST_MILLIS = 100;
    /** How often a thread that is not wanted at the moment looks whether it is. */
    private static final long LOOK_NANOS = 250_000_000;

    private final AdmittedSocket socket;
    private final ThreadSource threads;
    private final TimedWriter writer;
    private final Settings settings;
    private final RequestParser parser;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private long lateAt;      // for the request that is being read, as System.nanoTime
    private long slowAt;      // the same, while sockets wait for a thread

    /** @param writer of 100 (Continue) */
    RequestReader(AdmittedSocket socket, ThreadSource threads, TimedWriter writer, Settings settings) {
        this.socket = socket;
        this.threads = threads;
        this.writer = writer;
        this.settings = settings;
        this.parser = new RequestParser(settings.limits());
    }

    /** What has been read and not yet parsed, ready to be parsed from. */
    ByteBuffer received() {
        return buffer;
    }

    /** Waits for the first bytes of a request, untimed; false if the input ends. */
    boolean awaitBytes() throws IOException {
        return receive(socket.channel().read(buffer.clear()));
    }

    private boolean receive(int read) {
        buffer.flip();
        return read >= 0;
    }

    /**
     * The request whose first bytes have come; null if the input ends before it is whole.
     *
     * @param since when its time began, as {@link System#nanoTime}
     * @throws SocketTimeoutException if it does not come in time
     */
    Request read(long since) throws IOException, MessageException {
        long least = System.nanoTime() + nanos(Math.min(LEAST_MILLIS, settings.senderMillis()));
        lateAt = since + nanos(settings.requestMillis());
        slowAt = since + Math.max(nanos(settings.senderMillis()), least - since);
        while (!parser.parse(buffer)) {
            if (parser.takeContinueExpected()) {
                writer.write(Response.interimContinue());
            }
            if (!readMore()) {
                return null;
            }
        }
        return parser.request();
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /**
     * What has come already is read however late it is. Timed, unlike the first read, so that this thread itself can
     * answer 408 with the input still open; few requests come in pieces, so the timed park that this is costs little.
     */
    private boolean readMore() throws IOException {
        long nanos = nanosToWait();
        while (nanos > 0 || socket.hasUnread()) {
            try {
                return receive(readWithin(nanos));
            } catch (SocketTimeoutException e) {
                nanos = nanosToWait();      // perhaps it was only to look
            }
        }
        throw new SocketTimeoutException();
    }

    private long nanosToWait() {
        long now = System.nanoTime();
        long left = lateAt - now;
        if (!threads.areLimited()) {
            return left;
        }
        if (slowAt - now > 0) {
            return Math.min(left, slowAt - now);
        }
        return threads.areShort() ? 0 : Math.min(left, LOOK_NANOS);
    }

    private int readWithin(long nanos) throws IOException {
        int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));      // 0 would mean for ever
        socket.channel().socket().setSoTimeout(millis);
        InputStream in = socket.channel().socket().getInputStream();
        int read = in.read(buffer.array());
        buffer.clear().position(Math.max(0, read));
        return read;
    }
}
