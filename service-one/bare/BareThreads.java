package bare;

import module java.base;

/**
 * What virtual threads buy, on one page. Each connection gets a thread, which waits for each of four calls to service
 * two. With {@code virtual} instead of {@code platform}, the same code serves thousands of clients on a few platform
 * threads.
 *
 * <pre>java service-one/bare/BareThreads.java virtual 9200 8087      # in front of ./run.sh service-two</pre>
 *
 * <p>It omits what a real service needs: a queue, a pool, limits, deadlines, routes, error handling, a graceful
 * shutdown, statistics. Its CPU time per request shows how much of service one's CPU time the JDK takes.
 */
public final class BareThreads {
    public static void main(String... arguments) throws IOException {
        Thread.Builder threads = switch (arguments[0]) {
            case "virtual" -> Thread.ofVirtual();
            case "platform" -> Thread.ofPlatform();
            default -> throw new IllegalArgumentException(arguments[0] + ": virtual or platform");
        };
        new BareThreads(BareMessages.local(arguments[2]), threads).accept(BareMessages.listen(arguments[1]));
    }

    private final InetSocketAddress serviceTwo;
    private final Thread.Builder threads;
    private final Deque<SocketChannel> idle = new ConcurrentLinkedDeque<>();

    BareThreads(InetSocketAddress serviceTwo, Thread.Builder threads) {
        this.serviceTwo = serviceTwo;
        this.threads = threads;
    }

    void accept(ServerSocketChannel listener) throws IOException {
        while (true) {
            SocketChannel client = listener.accept().setOption(StandardSocketOptions.TCP_NODELAY, true);
            threads.start(() -> serve(client));
        }
    }

    private void serve(SocketChannel client) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BareMessages.BUFFER);
        ByteBuffer response = ByteBuffer.allocateDirect(BareMessages.BUFFER);
        ByteBuffer[] requests = BareMessages.requests();
        try (client) {
            while (awaitRequest(client, buffer)) {
                int body = 0;
                for (ByteBuffer request : requests) {
                    body = call(request, buffer);
                }
                BareMessages.response(buffer, body, response);
                client.write(response);
            }
        } catch (IOException e) {
            // the client or service two has left
        }
    }

    private static boolean awaitRequest(SocketChannel client, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (!BareMessages.isRequest(buffer)) {
            if (client.read(buffer) <= 0) {
                return false;
            }
        }
        return true;
    }

    /** Service two closes idle connections. A call that meets such a connection is sent again on a new one. */
    private int call(ByteBuffer request, ByteBuffer answer) throws IOException {
        SocketChannel pooled = idle.pollFirst();
        if (pooled != null) {
            try {
                return exchange(pooled, request, answer);
            } catch (IOException e) {
                pooled.close();
            }
        }
        SocketChannel opened = SocketChannel.open(serviceTwo).setOption(StandardSocketOptions.TCP_NODELAY, true);
        return exchange(opened, request, answer);
    }

    private int exchange(SocketChannel connection, ByteBuffer request, ByteBuffer answer) throws IOException {
        connection.write(request.rewind());
        answer.clear();
        int body;
        do {
            if (connection.read(answer) <= 0) {
                throw new EOFException("service two closed the connection");
            }
            body = BareMessages.bodyStart(answer);
        } while (body < 0);
        idle.addFirst(connection);
        return body;
    }
}
