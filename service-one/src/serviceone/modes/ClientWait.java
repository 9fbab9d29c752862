package serviceone.modes;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.http.Response;
import serviceone.server.ClientSocket;
import serviceone.server.Lingering;
import serviceone.server.Refusals;

/**
 * How a connection waits for its client. In this, and in nothing else, {@code pool} and {@code loom} differ: a virtual
 * thread waits ({@link WaitOnThread}); a pool's thread does not, but leaves the waiting to a poller
 * ({@link WaitOnPoller}). Used by the thread that has the connection; {@link #endIfIdle} by any.
 */
abstract class ClientWait {
    /** Makes one for a socket that is served for the first time. */
    interface Maker {
        ClientWait of(ClientSocket socket, BlockingService service) throws IOException;
    }

    final ClientSocket socket;
    final BlockingService service;

    ClientWait(ClientSocket socket, BlockingService service) {
        this.socket = socket;
        this.service = service;
    }

    /**
     * Reads what the client has sent. Returns how many bytes; -1 at the end of the input; 0 if nothing has come and the
     * thread is not to wait.
     *
     * @param withinRequest whether a part of a request has come
     * @throws SocketTimeoutException if the rest of it is late
     */
    abstract int read(ByteBuffer in, boolean withinRequest) throws IOException;

    /**
     * Sends the bytes. Returns whether the client has taken all of them; what it has not, and the thread is not to wait
     * for, stays in the buffer and is sent before the connection is served again.
     */
    abstract boolean write(ByteBuffer out) throws IOException;

    /**
     * Has the connection served again as soon as there is something to do. Returns whether by the calling thread;
     * otherwise it comes back through the queue.
     */
    abstract boolean keepServing(BlockingConnection connection);

    /** Any thread: ends the connection, soon, if it only waits for a request and none has come. */
    abstract void endIfIdle();

    /** Does not wait any more: somebody else has the socket now. */
    abstract void stop();

    /** The same, and closes the socket. */
    abstract void close();

    /** Ends the connection; a request that has no answer yet gets none. */
    final void end() {
        socket.meter().refused(Refusals.UNAVAILABLE);
        close();
    }

    /** Answers where no request could be read, and ends the connection. */
    final void refuse(Response response) {
        socket.meter().requestRefused(response.status());
        linger(ByteBuffer.wrap(response.encodeLast()));
    }

    /** Ends the connection so that the client sees the rest of its answer. */
    final void linger(ByteBuffer unsent) {
        socket.meter().sent();
        stop();
        Lingering.begin(service.watchdog().loop(), socket, unsent, service.settings().writeMillis());
    }

    /** How much of the time is left in which the present request must come. */
    final long millisForRequest() {
        long passed = System.nanoTime() - socket.meter().timedSince();
        return service.settings().requestMillis() - passed / 1_000_000;
    }
}
