package testing;

import module java.base;

/** A loopback port on which nobody listens. It is bound, so that the kernel gives it to no other program. */
public final class ClosedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    public ClosedPort() throws IOException {
        socket.setReuseAddress(true);      // a test can still start a server on this port
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int number() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
