package serviceone.calls;

import module java.base;
import common.io.EventLoop;
import common.io.Quietly;

/**
 * Where service two is, and how it is called.
 *
 * @param answerMillis the limit for a call on an open connection, including its repeat on a new one
 * @param idleMillis   how long an unused connection stays open; with less than service two's limit, few calls meet a
 * connection that is being closed
 */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        int idleMillis, Bulkhead limit) {
    /** When a call that begins now is late. */
    long lateAt(EventLoop loop) {
        return loop.nanoTime() + answerMillis * 1_000_000L;
    }

    /** The limit for connecting when a call is repeated. */
    int connectMillis(long lateAt, EventLoop loop) {
        return Math.clamp((lateAt - loop.nanoTime()) / 1_000_000, 1, connectMillis);
    }

    /** Connects on this thread, which waits. */
    public SocketChannel connect(int millis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, millis);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            requireOtherEnd(channel);
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            Quietly.close(channel);
            throw e;
        }
    }

    /**
     * If nobody listens on a port, a connection from that same port connects to itself (RFC 9293, 3.5). The caller
     * closes the channel. An ordinary close would keep the port taken for a minute.
     */
    static void requireOtherEnd(SocketChannel channel) throws IOException {
        if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
            Quietly.resetOnClose(channel);
            throw new ConnectException("nobody listens there, and the connection was to itself");
        }
    }
}
