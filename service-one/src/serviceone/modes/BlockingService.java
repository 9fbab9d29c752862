package serviceone.modes;

import common.io.EventLoop;
import java.io.IOException;
import serviceone.routes.BlockingRoutes;
import serviceone.server.ClientSocket;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * Serves sockets on threads that wait for service two.
 *
 * @param waits whether a thread waits for its client, too
 */
public record BlockingService(SocketQueue queue, BlockingRoutes routes, Settings settings, EventLoop watchdog,
        boolean waits) {
    /** A failure ends the connection, never the thread. */
    public void serve(ClientSocket socket) {
        try {
            if (!socket.isTaken()) {
                socket.setConnection(new BlockingConnection(socket, this));
            }
            socket.connection().serve();
        } catch (Throwable e) {
            socket.fail(e);
        }
    }

    Transport transport(ClientSocket socket, BlockingConnection connection) throws IOException {
        return waits ? new WaitingTransport(socket, watchdog, settings.writeMillis())
                : new PolledTransport(socket, connection, queue, watchdog, settings.writeMillis());
    }
}
