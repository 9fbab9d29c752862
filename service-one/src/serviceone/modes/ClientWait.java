package serviceone.modes;

import common.http.Response;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import serviceone.server.ClientSocket;
import serviceone.server.Ending;
import serviceone.server.Lingering;
import serviceone.server.Refusals;

/**
 * How a connection waits for its client: the one difference between what {@code pool} and {@code loom} do with a
 * thread. A virtual thread waits ({@link WaitOnThread}); a pool's thread does not, but leaves the waiting to a poller
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
     * Sends the bytes. Returns whether the client has taken all of them. Where the thread is not to wait, the rest
     * stays in the buffer, and is sent before the connection is served again.
     */
    abstract boolean write(ByteBuffer out) throws IOException;

    /**
     * The connection can only wait for its client now. True: the thread keeps it, and waits in the next read. False: it
     * is handed over and will come back through the queue, and the thread must not touch it any more.
     */
    abstract boolean keepOrHandOver(BlockingConnection connection);

    /** Any thread: ends the connection, soon, if it only waits for a request and none has come. */
    abstract void endIfIdle();

    void endIfSending() {
    }

    /** Lets go of the socket, which somebody else has from now on. */
    abstract void release();

    /** The same, and closes the socket. */
    abstract void close();

    /** Ends the connection. A request that has no answer yet, if there is one, counts as refused. */
    final void end() {
        socket.meter().refused(Refusals.UNAVAILABLE);
        close();
    }

    /**
     * Ends the connection with this response. Where bytes are left to be sent or to be read, closing at once might cost
     * the client its answer.
     */
    final void endAfter(ByteBuffer response, boolean hasInput, Ending ending) throws IOException {
        if (!response.hasRemaining()) {
            socket.endsAs(ending);
        }
        if (response.hasRemaining() || hasInput || socket.hasUnread()) {
            linger(response);
        } else {
            end();
        }
    }

    /** Answers where no request could be read, and ends the connection. */
    final void refuse(Response response) {
        socket.meter().requestRefused(response.status());
        linger(ByteBuffer.wrap(response.encodeLast()));
    }

    private void linger(ByteBuffer unsent) {
        socket.meter().sent();
        release();
        Lingering.begin(service.watchdog().loop(), socket, unsent, service.settings().writeMillis());
    }

    /** How much of the time is left in which the present request must come. */
    final long millisForRequest() {
        long passed = System.nanoTime() - socket.meter().timedSince();
        return service.settings().requestMillis() - passed / 1_000_000;
    }
}
