package testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A loopback port where nobody listens, and that nobody else is given meanwhile: bound, but never listened on. A port
 * that was only found free may be the next one that the kernel gives away, even to the service under test.
 */
public final class ClosedPort implements AutoCloseable {
    private final Socket held = new Socket();

    public ClosedPort() throws IOException {
        held.setReuseAddress(true);      // who asks for this very port can listen on it
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
