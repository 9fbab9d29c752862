package serviceone.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * One client's connection, from its acceptance to its end. Each mode has its own kind. The methods here may be called by
 * any thread; each kind says how it makes that safe.
 */
abstract class Connection {
    final SocketChannel channel;
    private final Connections connections;
    private final long acceptedAt = System.nanoTime();

    Connection(SocketChannel channel, Connections connections) {
        this.channel = channel;
        this.connections = connections;
    }

    /** When the acceptor got it, as {@link System#nanoTime}. */
    final long acceptedAt() {
        return acceptedAt;
    }

    /**
     * Closes the connection, soon, if it has been waiting for a request for so long and none has come yet.
     *
     * @return whether it will be closed, as far as can be told from here
     */
    abstract boolean closeIfIdle(long nanos);

    /** Since when it has been idle, as {@link System#nanoTime}; of no meaning if it is not. */
    abstract long idleSince();

    abstract boolean isIdle();

    /** Closes the connection, whatever it is doing. */
    final void close() {
        connections.remove(this);
        try {
            channel.close();
        } catch (IOException e) {
            // it is gone, properly or not
        }
    }
}
