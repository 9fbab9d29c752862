package serviceone.calls;

import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;

/** {@code SelfConnectionTest} has service one connect to itself; only some of its many tries succeed. */
class OtherEndTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void aConnectionToItselfIsRefusedAndFreesItsPortAtOnce() throws Exception {
        int port;
        try (SocketChannel itself = SocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0))) {
            port = itself.socket().getLocalPort();
            itself.connect(itself.getLocalAddress());
            assertThrows(ConnectException.class, () -> ServiceTwoAddress.requireOtherEnd(itself));
        }
        new ServerSocket(port, 1, LOOPBACK).close();      // throws if the port is still taken
    }

    @Test
    void aConnectionToAnotherSocketIsUsed() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, LOOPBACK);
                SocketChannel channel = SocketChannel.open(other.getLocalSocketAddress())) {
            ServiceTwoAddress.requireOtherEnd(channel);
        }
    }
}
