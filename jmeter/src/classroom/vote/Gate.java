package classroom.vote;

import classroom.http.ServerLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Where the phones connect: lets so many connections of each network through to the server behind it. The JDK's HTTP
 * server cannot do that itself: it counts the connections of all together, and shows a request only when its head has
 * come. Owns a thread, which serves all connections and waits for none.
 */
final class Gate implements AutoCloseable {
    /**
     * From one network. Enough for a hundred phones behind one address (NAT), each with a connection that waits for the
     * next question, one that votes, and one that a reload has left behind; and four networks are needed to take all.
     */
    static final int MOST_OF_ONE = 320;
    private static final long TICK_MILLIS = 1_000;
    private static final int IPV6_PREFIX_BYTES = 8;

    /**
     * Where a request comes from, as far as limits are concerned: an IPv4 address, or the first 64 bits of an IPv6 one,
     * of which every device can make as many as it likes (RFC 8981).
     */
    record Network(String prefix) {
        static Network of(InetAddress address) {
            byte[] bytes = address.getAddress();
            int length = address instanceof Inet4Address ? bytes.length : IPV6_PREFIX_BYTES;
            return new Network(HexFormat.of().formatHex(Arrays.copyOf(bytes, length)));
        }
    }

    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final SelectionKey accepting;
    /** By their ports at the server. Changed by the gate's thread. */
    private final Map<Integer, Passage> passages = new ConcurrentHashMap<>();
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("vote-gate").factory());
    private volatile boolean closed;

    /** Listens at a place, and lets nobody through yet. */
    Gate(SocketAddress place) throws IOException {
        try {
            listener.bind(place, ServerLimits.CONNECTIONS);
            listener.configureBlocking(false);
            accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    void openTo(SocketAddress server) {
        thread.execute(() -> run(server));
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Where a connection comes from which the server has from this address. */
    Network network(InetSocketAddress atServer) {
        Passage passage = passages.get(atServer.getPort());
        return passage == null ? Network.of(atServer.getAddress()) : passage.network();
    }

    private void run(SocketAddress server) {
        try {
            for (long ticked = System.nanoTime(); !closed;) {
                selector.select(key -> attend(key, server), TICK_MILLIS);
                if (System.nanoTime() - ticked > TICK_MILLIS * 1_000_000) {
                    ticked = System.nanoTime();
                    accepting.interestOps(SelectionKey.OP_ACCEPT);
                    passages.values().stream().filter(Passage::isStale).forEach(this::end);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void attend(SelectionKey key, SocketAddress server) {
        if (key == accepting) {
            accept(server);
        } else if (key.isValid()) {      // its passage may have ended in this round
            move((Passage) key.attachment());
        }
    }

    private void move(Passage passage) {
        try {
            if (passage.move()) {
                return;
            }
        } catch (IOException e) {
            // the server cannot be reached: it is being closed
        }
        end(passage);
    }

    private void accept(SocketAddress server) {
        SocketChannel client = null;
        try {
            client = listener.accept();
            if (client != null) {
                letInOrClose(client, server);
            }
        } catch (IOException e) {
            // Mostly for want of file descriptors: some come back, and the next tick looks.
            close(client);
            accepting.interestOps(0);
        }
    }

    private void letInOrClose(SocketChannel client, SocketAddress server) throws IOException {
        Network network = Network.of(client.socket().getInetAddress());
        if (passages.size() < ServerLimits.CONNECTIONS && passagesOf(network) < MOST_OF_ONE) {
            Passage passage = new Passage(network, client, server, selector);
            passages.put(passage.port(), passage);
            move(passage);
        } else {
            close(client);
        }
    }

    private long passagesOf(Network network) {
        return passages.values().stream().filter(passage -> passage.network().equals(network)).count();
    }

    private void end(Passage passage) {
        passages.remove(passage.port());
        passage.close();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        thread.close();
        passages.values().forEach(Passage::close);
        close(listener);
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void close(Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // it is of no use any more, which is what was wanted
        }
    }
}
