package classroom.vote;

import common.io.Deadline;
import common.io.EventLoop;
import common.io.Quietly;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the phones connect: lets so many connections of each network through to the server behind it. The JDK's HTTP
 * server cannot do that itself: it counts the connections of all together, and shows a request only when its head has
 * come. Owns an event loop, which accepts on the listener and serves all connections.
 */
final class Gate implements EventLoop.Handler, AutoCloseable {
    /**
     * From one network. Enough for a hundred phones behind one address (NAT), each with a connection that waits for the
     * next question, one that votes, and one that a reload has left behind; and four networks are needed to take all.
     */
    static final int MOST_OF_ONE = 320;
    private static final long PAUSE_MILLIS = 1_000;
    /** More than the server waits for anything: such a phone has gone without a word, or takes no answer. */
    private static final long STALE_MILLIS = 90_000;
    private static final int BUFFER_BYTES = 4_096;
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
    private final EventLoop loop = new EventLoop(Thread.ofPlatform().daemon().name("vote-gate"));
    /** By their ports at the server. Changed by the loop's thread. */
    private final Map<Integer, Passage> passages = new ConcurrentHashMap<>();
    private SocketAddress server;      // not written any more once the loop has been started

    /** Listens at a place, and lets nobody through yet. */
    Gate(SocketAddress place) throws IOException {
        try {
            listener.bind(place, VoteServer.LIMITS.connections());
            listener.configureBlocking(false);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    void openTo(SocketAddress itsServer) throws IOException {
        server = itsServer;
        loop.register(listener, SelectionKey.OP_ACCEPT, this);
        loop.start();
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Where a connection comes from which the server has from this address. */
    Network network(InetSocketAddress atServer) {
        Passage passage = passages.get(atServer.getPort());
        return passage == null ? Network.of(atServer.getAddress()) : passage.network;
    }

    /** Where it cannot accept, mostly for want of file descriptors, some come back until it looks again. */
    @Override
    public void ready(SelectionKey accepting) {
        SocketChannel client = null;
        try {
            client = listener.accept();
            if (client != null) {
                letInOrClose(client);
            }
        } catch (IOException e) {
            Quietly.close(client);
            accepting.interestOps(0);
            loop.schedule(PAUSE_MILLIS, () -> EventLoop.want(SelectionKey.OP_ACCEPT, true, accepting));
        }
    }

    private void letInOrClose(SocketChannel client) throws IOException {
        Network network = Network.of(client.socket().getInetAddress());
        if (passages.size() < VoteServer.LIMITS.connections() && passagesOf(network) < MOST_OF_ONE) {
            Passage passage = new Passage(network, client);
            passages.put(passage.port, passage);
            passage.ready(null);
        } else {
            Quietly.close(client);
        }
    }

    private long passagesOf(Network network) {
        return passages.values().stream().filter(passage -> passage.network.equals(network)).count();
    }

    /** What {@link #ready} does not expect: the loop logs it and goes on. */
    @Override
    public void failed(Throwable failure) {
        throw new IllegalStateException(failure);
    }

    @Override
    public Deadline deadline() {
        return null;
    }

    @Override
    public void close() {
        Quietly.close(listener);
        loop.close();
    }

    /**
     * A phone's connection and the one that stands for it at the server. It is counted until the server has done with
     * it, too: a request whose phone has gone still holds one of its threads.
     */
    private final class Passage implements EventLoop.Handler {
        private final Network network;
        private final SocketChannel client;
        private final SocketChannel inside = SocketChannel.open();
        private final int port;
        private final Way up;
        private final Way down;
        private final Deadline stale = new Deadline(this::end);

        Passage(Network network, SocketChannel client) throws IOException {
            this.network = network;
            this.client = client;
            try {
                prepare(client);
                prepare(inside);
                inside.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                port = inside.socket().getLocalPort();
                inside.connect(server);
            } catch (IOException e) {
                Quietly.close(inside);
                throw e;
            }
            up = new Way(client, inside);
            down = new Way(inside, client);
        }

        private static void prepare(SocketChannel channel) throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        /** Hands on what there is. */
        @Override
        public void ready(SelectionKey key) {
            try {
                move();
            } catch (IOException e) {
                end();      // the server cannot be reached: it is being closed
            }
        }

        private void move() throws IOException {
            stale.set(STALE_MILLIS);
            boolean connected = inside.finishConnect();
            if (connected) {
                up.move();
                down.move();
            }
            if (up.over && down.over) {
                end();
                return;
            }
            loop.register(client, up.readable() | down.writable(), this);
            loop.register(inside, connected ? down.readable() | up.writable() : SelectionKey.OP_CONNECT, this);
        }

        @Override
        public void failed(Throwable failure) {
            end();
        }

        @Override
        public Deadline deadline() {
            return stale;
        }

        private void end() {
            passages.remove(port);
            Quietly.close(client);
            Quietly.close(inside);
        }
    }

    /** What goes in one direction, and its end after it. Where nobody takes it any more, it is thrown away. */
    private static final class Way {
        private final SocketChannel from;
        private final SocketChannel to;
        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        private boolean ended;      // no more comes
        private boolean over;       // nor is anything left

        Way(SocketChannel from, SocketChannel to) {
            this.from = from;
            this.to = to;
        }

        int readable() {
            return !ended && bytes.hasRemaining() ? SelectionKey.OP_READ : 0;
        }

        int writable() {
            return bytes.position() > 0 ? SelectionKey.OP_WRITE : 0;
        }

        void move() {
            read();
            write();
            if (ended && bytes.position() == 0 && !over) {
                over = true;
                end();
            }
        }

        private void read() {
            try {
                ended = ended || from.read(bytes) < 0;
            } catch (IOException e) {
                ended = true;      // reset: that is an end too
            }
        }

        private void write() {
            bytes.flip();
            try {
                to.write(bytes);
            } catch (IOException e) {
                bytes.position(bytes.limit());      // reset
            }
            bytes.compact();
        }

        private void end() {
            try {
                to.shutdownOutput();
            } catch (IOException e) {
                // it has been reset, and needs no end
            }
        }
    }
}
