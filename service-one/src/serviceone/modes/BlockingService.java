package serviceone.modes;

import java.io.IOException;
import java.lang.System.Logger;
import serviceone.calls.Requester;
import serviceone.http.Request;
import serviceone.io.EventLoop;
import serviceone.io.FailureLog;
import serviceone.io.Watchdog;
import serviceone.routes.BlockingRoutes;
import serviceone.routes.Reply;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/** Serves sockets on the threads that {@code pool} and {@code loom} find for them: what both have in common. */
public record BlockingService(SocketQueue queue, BlockingRoutes routes, Settings settings, Watchdog watchdog) {
    private static final Logger LOG = System.getLogger(BlockingService.class.getName());
    private static final int FIRST_SERVER_ERROR = 500;

    /** Serves the socket on the calling thread; whatever happens to its connection, the thread goes on. */
    void serve(ClientSocket socket, ClientWait.Maker wait) {
        try {
            connection(socket, wait).serve();
        } catch (IOException e) {
            socket.close();      // it was closed meanwhile
        } catch (Throwable e) {
            end(socket, e);
        }
    }

    private BlockingConnection connection(ClientSocket socket, ClientWait.Maker wait) throws IOException {
        if (socket.connection() instanceof BlockingConnection known) {
            return known;
        }
        BlockingConnection connection = new BlockingConnection(socket, this, wait.of(socket, this));
        socket.servedBy(connection);
        return connection;
    }

    /** At a stop, when the time for answering is over, the thread is interrupted: what fails then, is refused. */
    Reply answer(Request request, Requester requester) {
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
        EventLoop loop = watchdog.loop();
        loop.execute(() -> loop.schedule(millis, () -> putBack(socket)));
    }

    private void putBack(ClientSocket socket) {
        try {
            queue.put(socket);
        } catch (RuntimeException | Error e) {
            end(socket, e);
        }
    }

    private static void end(ClientSocket socket, Throwable failure) {
        socket.close();
        FailureLog.log(LOG, "while serving a connection", failure);
    }
}
