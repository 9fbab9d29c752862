package classroom.vote;

import classroom.vote.Gate.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A phone's connection and the one that stands for it at the server. It is counted until the server has done with it,
 * too: a request whose phone has gone still holds one of its threads. Used by the gate's thread; any may ask for the
 * network.
 */
final class Passage {
    private static final int BYTES = 4_096;
    /** More than the server waits for anything: such a phone has gone without a word, or takes no answer. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final Network network;
    private final Selector selector;
    private final SocketChannel client;
    private final SocketChannel server;
    private final int port;
    private final Way up;
    private final Way down;
    private long moved;

    Passage(Network network, SocketChannel client, SocketAddress place, Selector selector) throws IOException {
        this.network = network;
        this.selector = selector;
        this.client = client;
        server = SocketChannel.open();
        try {
            prepare(client);
            prepare(server);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            port = server.socket().getLocalPort();
            server.connect(place);
        } catch (IOException e) {
            close();
            throw e;
        }
        up = new Way(client, server);
        down = new Way(server, client);
    }

    private static void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    Network network() {
        return network;
    }

    /** Its own at the server. */
    int port() {
        return port;
    }

    boolean isStale() {
        return System.nanoTime() - moved > STALE_NANOS;
    }

    /** Hands on what there is; returns whether more can come. */
    boolean move() throws IOException {
        moved = System.nanoTime();
        boolean connected = server.finishConnect();
        if (connected) {
            up.move();
            down.move();
        }
        client.register(selector, up.readable() | down.writable(), this);
        server.register(selector, connected ? down.readable() | up.writable() : SelectionKey.OP_CONNECT, this);
        return !up.over || !down.over;
    }

    void close() {
        Gate.close(client);
        Gate.close(server);
    }

    /** What goes in one direction, and its end after it. Where nobody takes it any more, it is thrown away. */
    private static final class Way {
        private final SocketChannel from;
        private final SocketChannel to;
        private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
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
