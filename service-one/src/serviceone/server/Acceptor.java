package serviceone.server;

import module java.base;
import common.io.FailureLog;
import common.io.Quietly;
import java.lang.System.Logger;
import serviceone.meter.Meter;

/**
 * Accepts connections, and queues or refuses them. After a stop, it still accepts the connections in the backlog,
 * because a close would reset them. It waits in a selector, because a stop could not wake it from a blocking accept.
 *
 * <p>Its thread never waits for a client. Any thread may call {@link #port}, {@link #stop} and {@link #close}.
 */
public class Acceptor implements Runnable, Closeable {
    // states: LISTENING -> STOPPING; any -> CLOSED
    private static final Logger LOG = System.getLogger(Acceptor.class.getName());
    /** Without this limit, the kernel buffers megabytes for each client that does not read. */
    private static final int SEND_BUFFER_BYTES = 64 * 1024;
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LAST_PAUSE_NANOS = 1_000_000_000;

    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final int port;
    private final int backlog;
    private final OpenConnections connections;
    private final SocketQueue queue;
    private final Refusals refusals;
    private final Meter meter;
    private int takenWhileStopping;
    private volatile boolean stopping;

    public Acceptor(InetSocketAddress address, int backlog, OpenConnections connections, SocketQueue queue,
            Refusals refusals, Meter meter) throws IOException {
        this.backlog = backlog;
        this.connections = connections;
        this.queue = queue;
        this.refusals = refusals;
        this.meter = meter;
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(address, backlog).configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
            port = listener.socket().getLocalPort();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    /** The usual failure is the limit on open files (EMFILE), so each pause is longer than the one before. */
    @Override
    public void run() {
        long pause = FIRST_PAUSE_NANOS;
        while (listener.isOpen()) {
            SocketChannel channel = null;
            try {
                channel = accept();
                admitOrRefuse(channel);
                pause = FIRST_PAUSE_NANOS;
            } catch (IOException | RuntimeException e) {
                Quietly.close(channel);
                if (listener.isOpen()) {
                    FailureLog.warn(LOG, "cannot accept, trying again soon", e);
                    LockSupport.parkNanos(pause);
                    pause = Math.min(2 * pause, LAST_PAUSE_NANOS);
                }
            }
        }
        if (!connections.isShuttingDown()) {
            throw new IllegalStateException("the acceptor was interrupted while the service was running");
        }
    }

    /**
     * After a stop, this accepts at most one full backlog of connections. Otherwise clients that keep connecting would
     * keep the service alive. Linux queues one more than the backlog's size.
     *
     * @throws ClosedChannelException after the last connection
     */
    SocketChannel accept() throws IOException {
        while (true) {
            boolean last = stopping;
            SocketChannel next = last && takenWhileStopping++ > backlog ? null : listener.accept();
            if (next != null) {
                return next;
            }
            if (last) {
                close();
                throw new ClosedChannelException();
            }
            awaitConnection();
        }
    }

    private void awaitConnection() throws IOException {
        try {
            selector.select(_ -> { });
        } catch (ClosedSelectorException e) {
            throw new ClosedChannelException();
        }
        if (Thread.currentThread().isInterrupted()) {      // an interrupted thread's select does not wait
            close();
            throw new ClosedByInterruptException();
        }
    }

    private void admitOrRefuse(SocketChannel channel) throws IOException {
        meter.count(Meter.Count.ACCEPTED);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        if (connections.hasRoom() && queue.hasRoom()) {
            connections.admit(channel, meter.connection(), queue::put);
        } else {
            meter.count(Meter.Count.REFUSED);
            refusals.refuse(channel, meter.connection());
        }
    }

    void stop() {
        stopping = true;
        selector.wakeup();
    }

    @Override
    public final void close() throws IOException {
        listener.close();
        selector.close();      // only this frees the listener's descriptor
    }
}
