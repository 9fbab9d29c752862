package serviceone.modes;

import common.io.EventLoop;
import common.mode.Mode;
import java.io.IOException;
import java.util.function.Consumer;
import serviceone.routes.BlockingRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

public record BlockingService(SocketQueue queue, BlockingRoutes routes, Settings settings, EventLoop watchdog) {
    /** A failure ends the connection, never the thread. */
    void serve(ClientSocket socket, BlockingConnection.Maker maker) {
        try {
            connection(socket, maker).serve();
        } catch (Throwable e) {
            socket.fail(e);
        }
    }

    public Consumer<ClientSocket> serverFor(Mode mode) {
        BlockingConnection.Maker maker = mode.isBoundedByThreads() ? PolledConnection::new : WaitingConnection::new;
        return socket -> serve(socket, maker);
    }

    private BlockingConnection connection(ClientSocket socket, BlockingConnection.Maker maker) throws IOException {
        if (socket.connection() instanceof BlockingConnection known) {
            return known;
        }
        BlockingConnection connection = maker.create(socket, this);
        socket.setConnection(connection);
        return connection;
    }

    void putBackAfter(long millis, ClientSocket socket) {
        Runnable putBack = () -> runOrFail(socket, () -> queue.put(socket));
        watchdog.execute(() -> runOrFail(socket, () -> watchdog.schedule(millis, putBack)));
    }

    private static void runOrFail(ClientSocket socket, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            socket.fail(e);
        }
    }
}
