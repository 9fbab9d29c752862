package bare;

import module java.base;

/**
 * Does on event loops what {@link BareThreads} does. A selector reports which connections have sent something, so the
 * thread never waits for just one connection, except while it connects to service two. A {@link Connection} keeps what
 * a thread would keep on its stack.
 *
 * <pre>java service-one/bare/BareLoop.java 1 9200 8087      # one loop, in front of ./run.sh service-two</pre>
 *
 * <p>Like BareThreads, it omits most of what a real service needs. Unlike service one's event loops, it uses no
 * futures.
 */
public final class BareLoop implements Runnable {
    public static void main(String... arguments) throws IOException {
        for (int loops = Integer.parseInt(arguments[0]); loops > 0; loops--) {
            BareLoop loop = new BareLoop(BareMessages.listen(arguments[1]), BareMessages.local(arguments[2]));
            Thread.ofPlatform().start(loop);
        }
    }

    /** A connection to a client or to service two. A connection to service two serves one client at a time. */
    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer received = ByteBuffer.allocateDirect(BareMessages.BUFFER);
        private Connection client;
        private boolean toServiceTwo;
        private boolean used;           // has answered a call
        private int call;               // counted from 0

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private final ServerSocketChannel listener;
    private final InetSocketAddress serviceTwo;
    private final Selector selector = Selector.open();
    private final ByteBuffer[] requests = BareMessages.requests();
    private final ByteBuffer response = ByteBuffer.allocateDirect(BareMessages.BUFFER);
    private final Deque<Connection> idle = new ArrayDeque<>();

    BareLoop(ServerSocketChannel listener, InetSocketAddress serviceTwo) throws IOException {
        this.listener = listener;
        this.serviceTwo = serviceTwo;
    }

    @Override
    public void run() {
        try {
            listener.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            while (true) {
                selector.select(this::onReady);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void onReady(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (connection == null) {
                accept();
            } else if (connection.channel.read(connection.received) < 0) {
                end(connection);
            } else if (connection.toServiceTwo) {
                onAnswer(connection);
            } else if (BareMessages.isRequest(connection.received)) {
                connection.received.clear();
                connection.call = 0;
                call(connection);
            }
        } catch (IOException e) {
            if (connection == null) {
                throw new UncheckedIOException(e);
            }
            end(connection);
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listener.accept();
        while (channel != null) {
            register(new Connection(channel));
            channel = listener.accept();
        }
    }

    private void register(Connection connection) throws IOException {
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false)
                .register(selector, SelectionKey.OP_READ, connection);
    }

    private void call(Connection client) throws IOException {
        send(client, idle.isEmpty() ? connect() : idle.pop());
    }

    private void send(Connection client, Connection connection) {
        connection.client = client;
        connection.received.clear();
        write(requests[client.call].rewind(), connection);
    }

    private Connection connect() throws IOException {
        Connection connection = new Connection(SocketChannel.open(serviceTwo));
        connection.toServiceTwo = true;
        register(connection);
        return connection;
    }

    private void onAnswer(Connection connection) throws IOException {
        int body = BareMessages.bodyStart(connection.received);
        if (body < 0) {
            return;
        }
        Connection client = connection.client;
        connection.client = null;
        connection.used = true;
        idle.push(connection);
        client.call++;
        if (client.call == BareMessages.CALLS) {
            BareMessages.response(connection.received, body, response);
            write(response, client);
        } else if (client.channel.isOpen()) {
            call(client);
        }
    }

    private static void write(ByteBuffer bytes, Connection to) {
        try {
            to.channel.write(bytes);
        } catch (IOException e) {
            // the other end has left, so the next read fails, too
        }
    }

    /** Service two closes idle connections. A call that meets such a connection is sent again on a new one. */
    private void end(Connection connection) {
        Connection client = connection.client;
        try {
            connection.channel.close();
            if (client == null) {
                idle.remove(connection);
            } else if (connection.used) {
                send(client, connect());
            } else {
                client.channel.close();
            }
        } catch (IOException e) {
            end(client);      // service two accepts no connection
        }
    }
}
