package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A server that answers each GET at once with the same bytes: about the least that an answer can cost, so that what is
 * asked of it shows how many requests the load generator can make. Knows no more of HTTP than where a request without a
 * body ends. Owns its connections; one thread serves them all, and closes them at the end.
 */
final class FreeAnswer implements AutoCloseable {
    private static final String BODY = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
    private static final byte[] ANSWER = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + BODY.length() + "\r\n\r\n" + BODY).getBytes(StandardCharsets.US_ASCII);
    private static final String END = "\r\n\r\n";
    private static final int BACKLOG = 1_000;

    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final ByteBuffer received = ByteBuffer.allocateDirect(1 << 14);      // of the serving thread, as the next
    private final ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);
    private final Thread thread;
    private volatile boolean closed;

    FreeAnswer() throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG).configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().daemon().name("free answer").start(this::serve);
    }

    /** HOST:PORT */
    String address() throws IOException {
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        return new HostPort(address.getAddress().getHostAddress(), address.getPort()).toString();
    }

    private void serve() {
        try (selector; server) {
            while (!closed) {
                selector.select(this::handle);
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handle(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel connection = server.accept();
                connection.configureBlocking(false).register(selector, SelectionKey.OP_READ, new Progress());
            } else {
                answer((SocketChannel) key.channel(), (Progress) key.attachment());
            }
        } catch (IOException e) {
            key.cancel();                // the client has left, as all do in the end
        }
    }

    private void answer(SocketChannel connection, Progress progress) throws IOException {
        if (connection.read(received.clear()) < 0) {
            connection.close();
            return;
        }
        received.flip();
        while (received.hasRemaining()) {
            // The next request comes when this answer is there, so the socket's buffer has room for it.
            if (progress.isEnd(received.get()) && connection.write(answer.rewind()) < ANSWER.length) {
                connection.close();
                return;
            }
        }
    }

    /** How much of a request's end a connection has sent. */
    private static final class Progress {
        private int matched;

        boolean isEnd(byte next) {
            matched = next == END.charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
            boolean whole = matched == END.length();
            matched = whole ? 0 : matched;
            return whole;
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // it ends all the same
        }
    }
}
