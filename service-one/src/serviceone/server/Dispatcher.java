package serviceone.server;

import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import serviceone.http.Response;

/**
 * Takes sockets from the queue and has them served: where the modes part. {@link #run} is the
 * dispatcher thread's, until that is interrupted.
 */
interface Dispatcher extends Runnable {
    /** Makes the connection of a socket that was just accepted; called by the acceptor. */
    Connection open(SocketChannel channel);

    /** Answers that path too, at once and whoever asks. To be called before the server is started. */
    void addRoute(String path, Supplier<Response> answer);

    /** How many threads have a connection now; 0 where connections have none of their own. */
    default int busyThreads() {
        return 0;
    }

    /** Ends the threads that serve, whatever they are doing. */
    void stop();
}
