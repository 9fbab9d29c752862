package serviceone.modes;

import common.http.Request;
import common.io.EventLoop;
import java.io.IOException;
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
    private static final int FIRST_SERVER_ERROR = 500;

    /** Serves the socket on the calling thread; whatever happens to its connection, the thread goes on. */
    void serve(ClientSocket socket, BlockingConnection.Maker maker) {
        try {
            connection(socket, maker).serve();
        } catch (Throwable e) {
            socket.fail(e);
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
        Runnable putBack = () -> orFail(socket, () -> queue.put(socket));
        watchdog.execute(() -> orFail(socket, () -> watchdog.schedule(millis, putBack)));
    }

    private static void orFail(ClientSocket socket, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            socket.fail(e);
        }
    }
}
