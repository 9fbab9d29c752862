package classroom.vote;

import module java.base;
import common.io.Deadline;
import common.io.EventLoop;
import common.io.Quietly;

/**
 * Limits the phones' connections from each network, and forwards their bytes to the server.
 * The JDK's HTTP server can only limit all connections together. One event loop serves all connections.
 */
final class Gate implements EventLoop.Handler, AutoCloseable {
    /** Enough for a hundred phones behind one address (NAT), with three connections each. */
    static final int MOST_PER_NETWORK = 320;
    private static final long PAUSE_MILLIS = 1_000;
    /** The gate closes a relay after this long without an event: its phone has disappeared or does not read. */
    private static final long STALE_MILLIS = 90_000;
    private static final int BUFFER_BYTES = 4_096;
    private static final int IPV6_PREFIX_BYTES = 8;

    /** An IPv4 address, or the first 64 bits of an IPv6 address. A device can choose the rest freely (RFC 8981). */
    record Network(String prefix) {
        static Network of(InetAddress address) {
            byte[] bytes = address.getAddress();
            int length = address instanceof Inet4Address ? bytes.length : IPV6_PREFIX_BYTES;
            return new Network(HexFormat.of().formatHex(Arrays.copyOf(bytes, length)));
        }
    }

    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final EventLoop loop = new EventLoop(Thread.ofPlatform().daemon().name("vote-gate"));
    /** The key is the port from which the relay connects to the server. Only the loop's thread changes the map. */
    private final Map<Integer, Relay> relays = new ConcurrentHashMap<>();
    private SocketAddress server;      // set before the loop starts

    Gate(SocketAddress place) throws IOException {
        try {
            listener.bind(place, VoteServer.LIMITS.connections());
            listener.configureBlocking(false);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    void openTo(SocketAddress address) throws IOException {
        server = address;
        loop.register(listener, SelectionKey.OP_ACCEPT, this);
        loop.start();
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    Network network(InetSocketAddress relayAddress) {
        Relay relay = relays.get(relayAddress.getPort());
        return relay == null ? Network.of(relayAddress.getAddress()) : relay.network;
    }

    /** Accepting fails if the process has no file descriptor left. The gate tries again after a pause. */
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
            loop.schedule(PAUSE_MILLIS, () -> EventLoop.setInterest(SelectionKey.OP_ACCEPT, true, accepting));
        }
    }

    private void letInOrClose(SocketChannel client) throws IOException {
        Network network = Network.of(client.socket().getInetAddress());
        if (relays.size() < VoteServer.LIMITS.connections() && relaysOf(network) < MOST_PER_NETWORK) {
            Relay relay = new Relay(network, client);
            relays.put(relay.port, relay);
            relay.ready(null);
        } else {
            Quietly.close(client);
        }
    }

    private long relaysOf(Network network) {
        return relays.values().stream().filter(relay -> relay.network.equals(network)).count();
    }

    /** The loop logs this exception. */
    @Override
    public void failed(Throwable failure) {
        throw new IllegalStateException(failure);
    }

    @Override
    public void close() {
        Quietly.close(listener);
        loop.close();
    }

    /**
     * A phone's connection, and the gate's connection to the server for it. A relay counts until both have ended:
     * the request of a vanished phone still holds a thread of the server.
     */
    private final class Relay implements EventLoop.Handler {
        private final Network network;
        private final SocketChannel client;
        private final SocketChannel toServer = SocketChannel.open();
        private final int port;
        private final Direction up;
        private final Direction down;
        private final Deadline stale = new Deadline(loop, this::end);

        Relay(Network network, SocketChannel client) throws IOException {
            this.network = network;
            this.client = client;
            try {
                prepare(client);
                prepare(toServer);
                toServer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                port = toServer.socket().getLocalPort();
                toServer.connect(server);
            } catch (IOException e) {
                Quietly.close(toServer);
                throw e;
            }
            up = new Direction(client, toServer);
            down = new Direction(toServer, client);
        }

        private static void prepare(SocketChannel channel) throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        @Override
        public void ready(SelectionKey key) {
            try {
                move();
            } catch (IOException e) {
                end();      // the server is being closed
            }
        }

        private void move() throws IOException {
            stale.set(STALE_MILLIS);
            boolean connected = toServer.finishConnect();
            if (connected) {
                up.move();
                down.move();
            }
            if (up.done && down.done) {
                end();
                return;
            }
            loop.register(client, up.readable() | down.writable(), this);
            loop.register(toServer, connected ? down.readable() | up.writable() : SelectionKey.OP_CONNECT, this);
        }

        @Override
        public void failed(Throwable failure) {
            end();
        }

        private void end() {
            stale.drop();
            relays.remove(port);
            Quietly.close(client);
            Quietly.close(toServer);
        }
    }

    private static final class Direction {
        private final SocketChannel from;
        private final SocketChannel to;
        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        private boolean ended;      // the sender sends no more
        private boolean done;       // all bytes and the end have been forwarded

        Direction(SocketChannel from, SocketChannel to) {
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
            if (ended && bytes.position() == 0 && !done) {
                done = true;
                end();
            }
        }

        private void read() {
            try {
                ended = ended || from.read(bytes) < 0;
            } catch (IOException e) {
                ended = true;      // reset by the sender
            }
        }

        private void write() {
            bytes.flip();
            try {
                to.write(bytes);
            } catch (IOException e) {
                bytes.position(bytes.limit());      // reset by the receiver
            }
            bytes.compact();
        }

        private void end() {
            try {
                to.shutdownOutput();
            } catch (IOException e) {
                // reset by the receiver
            }
        }
    }
}
