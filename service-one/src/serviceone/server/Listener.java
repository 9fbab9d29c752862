package serviceone.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The listening socket. After a stop, the acceptor still gets the connections in the backlog, because a close would
 * reset them. The acceptor waits in a selector, because a stop could not wake it from a blocking accept.
 *
 * <p>Only the acceptor's thread calls {@link #accept}; any thread may call the rest.
 */
public class Listener implements Closeable {
    // states: LISTENING -> STOPPING; any -> CLOSED
    private final ServerSocketChannel channel = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final int port;
    private final int backlog;
    private int takenWhileStopping;
    private volatile boolean stopping;

    public Listener(InetSocketAddress address, int backlog) throws IOException {
        this.backlog = backlog;
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, backlog).configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT);
            port = channel.socket().getLocalPort();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public int port() {
        return port;
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
            SocketChannel next = last && takenWhileStopping++ > backlog ? null : channel.accept();
            if (next != null) {
                return next;
            }
            if (last) {
                close();
                throw new ClosedChannelException();
            }
            await();
        }
    }

    private void await() throws IOException {
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

    void stop() {
        stopping = true;
        selector.wakeup();
    }

    @Override
    public final void close() throws IOException {
        channel.close();
        selector.close();      // only this frees the channel's descriptor
    }
}
