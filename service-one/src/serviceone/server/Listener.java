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
 * The listening socket, from which the acceptor takes connections. When it is stopped it first gives out what the
 * kernel has accepted already: closing at once would reset those clients. Owns the channel, and a selector, in which
 * the acceptor waits because a thread in a blocking accept cannot be woken without closing the channel.
 *
 * <p>{@link #accept} is the acceptor's thread's, everything else anybody's.
 */
public class Listener implements Closeable {
    // states: LISTENING -> STOPPING (stop) -> CLOSED (accept, when the backlog is empty, or close)
    private final ServerSocketChannel channel = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final int port;
    private final int backlog;
    private int takenWhileStopping;      // by the acceptor alone
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
     * Waits for a connection; null if it is stopped and nothing is left in the backlog. Clients that go on connecting
     * must not keep a stopped service alive: what was there when it was stopped is at most the backlog and, in Linux,
     * one more.
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
                return null;
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
        if (Thread.currentThread().isInterrupted()) {      // the selector would return at once for ever
            close();
            throw new ClosedByInterruptException();
        }
    }

    /** Has {@link #accept} give out what is in the backlog, and then end. */
    void stop() {
        stopping = true;
        selector.wakeup();
    }

    /** What is in the backlog is reset. */
    @Override
    public final void close() throws IOException {
        channel.close();
        selector.close();      // only now is the channel's descriptor given back
    }
}
