package serviceone.server;

import java.nio.channels.SocketChannel;

/**
 * Takes sockets from the queue and has them served: the one thing in which the modes differ. {@link #run} is the
 * dispatcher thread's, until that is interrupted.
 */
interface Dispatcher extends Runnable {
    /** Makes the connection of a socket that was just accepted; called by the acceptor. */
    Connection open(SocketChannel channel);

    /** Ends the threads that serve, whatever they are doing. */
    void stop();
}
