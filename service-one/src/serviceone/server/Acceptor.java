package serviceone.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import serviceone.watch.Meter;

/**
 * Accepts connections and pushes their sockets onto the queue, or refuses them at once when there are too many. One
 * thread, which does nothing that could make it wait for a client.
 */
final class Acceptor implements Runnable {
    /** Where connections come from: a listening channel's {@code accept}. */
    interface Source {
        SocketChannel accept() throws IOException;
    }

    private static final Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final long FIRST_BACKOFF_MILLIS = 5;
    private static final long LAST_BACKOFF_MILLIS = 1_000;

    private final Source source;
    private final SocketQueue queue;
    private final Dispatcher dispatcher;
    private final Connections connections;
    private final Settings settings;
    private final Meter meter;
    private final Refusals refusals = new Refusals();
    private long backoffMillis = FIRST_BACKOFF_MILLIS;

    Acceptor(Source source, SocketQueue queue, Dispatcher dispatcher, Connections connections, Settings settings, Meter meter) {
        this.source = source;
        this.queue = queue;
        this.dispatcher = dispatcher;
        this.connections = connections;
        this.settings = settings;
        this.meter = meter;
    }

    @Override
    public void run() {
        try {
            while (true) {
                acceptOne();
            }
        } catch (ClosedChannelException e) {
            // the server stops listening: the acceptor's work is done
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptOne() throws ClosedChannelException, InterruptedException {
        SocketChannel channel = null;
        try {
            channel = source.accept();
            push(channel);
            backoffMillis = FIRST_BACKOFF_MILLIS;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {      // an exhausted heap too: it will have room again
            close(channel);
            backOff(e);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // it is gone, properly or not
        }
    }

    private void push(SocketChannel channel) throws IOException {
        meter.accepted();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (connections.size() >= settings.maxConnections()) {
            refuse(channel);
            return;
        }
        Connection connection = dispatcher.open(channel);
        connections.add(connection);
        if (!queue.offer(channel.socket())) {
            connections.remove(connection);
            refuse(channel);
        }
    }

    private void refuse(SocketChannel channel) {
        meter.refused();
        refusals.refuse(channel);
    }

    /**
     * Mostly the limit of open files is reached (EMFILE), and accepting at once again would only burn the processor until
     * a connection ends; what waits in the backlog meanwhile is not lost.
     */
    private void backOff(Throwable failure) throws InterruptedException {
        LOG.log(Level.WARNING, "cannot accept, trying again in {0} ms: {1}", backoffMillis, failure.getMessage());
        Thread.sleep(backoffMillis);
        backoffMillis = Math.min(2 * backoffMillis, LAST_BACKOFF_MILLIS);
    }
}
