package testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A loopback port on which nobody listens. It is bound, so that the kernel gives it to no other program. The kernel
 * may assign a port that is merely free at any time, even to the service under test.
 */
public final class ClosedPort implements AutoCloseable {
    private final Socket held = new Socket();

    public ClosedPort() throws IOException {
        held.setReuseAddress(true);      // a program that asks for this port can still listen on it
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int number() {
        return held.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
