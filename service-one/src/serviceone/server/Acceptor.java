package serviceone.server;

import common.io.FailureLog;
import common.io.Quietly;
import java.io.IOException;
import java.lang.System.Logger;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import serviceone.meter.Meter;
import serviceone.meter.Meter.Count;

/** Accepts connections, and queues or refuses them. Its thread never waits for a client. */
public record Acceptor(Listener listener, OpenConnections connections, SocketQueue queue, Refusals refusals,
        Meter meter) implements Runnable {
    private static final Logger LOG = System.getLogger(Acceptor.class.getName());
    /** Without this limit, the kernel buffers megabytes for each client that does not read. */
    private static final int SEND_BUFFER_BYTES = 64 * 1024;
    private static final long FIRST_BACKOFF_MILLIS = 5;
    private static final long LAST_BACKOFF_MILLIS = 1_000;

    @Override
    public void run() {
        try {
            long backoffMillis = FIRST_BACKOFF_MILLIS;
            while (true) {
                backoffMillis = acceptOne(backoffMillis);
            }
        } catch (ClosedChannelException e) {
            // the server no longer listens
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!connections.isShuttingDown()) {
            throw new IllegalStateException("the acceptor was interrupted while the service was running");
        }
    }

    /** Returns the pause after the next failure. The usual failure is the limit on open files (EMFILE). */
    private long acceptOne(long backoffMillis) throws ClosedChannelException, InterruptedException {
        SocketChannel channel = null;
        try {
            channel = listener.accept();
            admitOrRefuse(channel);
            return FIRST_BACKOFF_MILLIS;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            Quietly.close(channel);
            FailureLog.warn(LOG, "cannot accept, trying again soon", e);
            Thread.sleep(backoffMillis);
            return Math.min(2 * backoffMillis, LAST_BACKOFF_MILLIS);
        }
    }

    private void admitOrRefuse(SocketChannel channel) throws IOException {
        meter.count(Count.ACCEPTED);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        if (connections.hasRoom() && queue.hasRoom()) {
            connections.admit(channel, meter.connection(), queue::put);
        } else {
            meter.count(Count.REFUSED);
            refusals.refuse(channel, meter.connection());
        }
    }
}
