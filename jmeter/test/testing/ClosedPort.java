package testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A loopback port on which nobody listens. The port is bound, or the kernel could give it to any program. */
public final class ClosedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    public ClosedPort() throws IOException {
        socket.setReuseAddress(true);      // a program that gets this number can still listen
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
