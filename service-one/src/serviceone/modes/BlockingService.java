package serviceone.modes;

import common.http.Request;
import common.io.EventLoop;
import common.io.FailureLog;
import java.io.IOException;
import java.lang.System.Logger;
import serviceone.calls.Call;
import serviceone.routes.BlockingRoutes.Reply;
import serviceone.routes.BlockingRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * Serves sockets on whatever thread calls it: what {@code pool} and {@code loom} share.
 *
 * @param watchdog its event loop is beside the threads that serve, in every mode
 */
public record BlockingService(SocketQueue queue, BlockingRoutes routes, Settings settings, EventLoop watchdog) {
    private static final Logger LOG = System.getLogger(BlockingService.class.getName());
    private static final int FIRST_SERVER_ERROR = 500;

    /** Serves the socket on the calling thread; whatever happens to its connection, the thread goes on. */
    void serve(ClientSocket socket, BlockingConnection.Maker maker) {
        try {
            connection(socket, maker).serve();
        } catch (IOException e) {
            socket.close();      // it was closed meanwhile
        } catch (Throwable e) {
            end(socket, e);
        }
    }

    /** A socket that comes back through the queue has its connection already. */
    private BlockingConnection connection(ClientSocket socket, BlockingConnection.Maker maker) throws IOException {
        if (socket.connection() instanceof BlockingConnection known) {
            return known;
        }
        BlockingConnection connection = maker.of(socket, this);
        socket.servedBy(connection);
        return connection;
    }

    /** During shutdown, when the time for answering is over, the thread is interrupted: what fails then is refused. */
    Reply answer(Request request, Call.Requester requester) {
        Reply reply = Reply.now(Refusals.stopping());
        try {
            reply = routes.answer(request, requester);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean failed = reply.response().status() >= FIRST_SERVER_ERROR || reply.afterMillis() > 0;
        return failed && Thread.currentThread().isInterrupted() ? Reply.now(Refusals.stopping()) : reply;
    }

    /** The connection waits for so long without a thread, and then comes back through the queue. */
    void putBackAfter(long millis, ClientSocket socket) {
        watchdog.execute(() -> orEnd(socket, () -> schedule(millis, socket)));
    }

    private void schedule(long millis, ClientSocket socket) {
        watchdog.schedule(millis, () -> orEnd(socket, () -> queue.put(socket)));
    }

    private static void orEnd(ClientSocket socket, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            end(socket, e);
        }
    }

    private static void end(ClientSocket socket, Throwable failure) {
        try {
            socket.close();
        } catch (Throwable unclosable) {
            // Even that fails where there is no memory; there will be some again, for the next one.
        }
        FailureLog.log(LOG, "while serving a connection", failure);
    }
}
