package yardstick;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** A thread for each connection, virtual or of the operating system. They share the idle connections to service two. */
final class BareThreads {
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
                    body = call(request.rewind(), buffer);
                }
                BareMessages.response(buffer, body, response);
                client.write(response);
            }
        } catch (IOException e) {
            // the client is gone: so is its thread
        }
    }

    private static boolean awaitRequest(SocketChannel client, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (!BareMessages.isRequest(buffer)) {
            if (client.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }

    private int call(ByteBuffer request, ByteBuffer answer) throws IOException {
        SocketChannel connection = idle.pollFirst();
        if (connection == null) {
            connection = SocketChannel.open(serviceTwo).setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        connection.write(request);
        answer.clear();
        int body;
        do {
            connection.read(answer);
            body = BareMessages.body(answer);
        } while (body < 0);
        idle.addFirst(connection);
        return body;
    }
}
