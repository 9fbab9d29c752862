package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import lab.TemporaryFolder;
import testing.Test;

/** A jmeter-server is asked whether it has the same key, before it is given orders. */
class RmiKeyTest {
    /** Answers each connection in its own way, until it is closed. */
    private interface Answer {
        void to(Socket client) throws IOException;
    }

    private static void listen(ServerSocket server, Answer answer) {
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    answer.to(client);
                } catch (IOException e) {
                    continue;      // whoever asks refuses, or the test is over
                }
            }
        });
    }

    @Test
    void theSameKeyIsTakenAndAnotherIsRefused() throws Exception {
        try (TemporaryFolder one = new TemporaryFolder(); TemporaryFolder two = new TemporaryFolder()) {
            RmiKey key = RmiKey.in(one.path());
            SSLContext context = key.context();
            try (ServerSocket server = context.getServerSocketFactory().createServerSocket(0, 9,
                    InetAddress.getLoopbackAddress())) {
                listen(server, client -> client.getInputStream().read());
                HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
                key.check(address);
                RmiKey another = RmiKey.in(two.path());
                assertContains("the jmeter-server at " + address + " has another key: copy its",
                        assertThrows(IOException.class, () -> another.check(address)).getMessage());
            }
        }
    }

    @Test
    void oneWithoutTlsIsRefused() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder();
                ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            listen(server, client -> client.getOutputStream().write("hello, this is no TLS".getBytes()));
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            RmiKey key = RmiKey.in(folder.path());
            assertContains("does not talk over TLS",
                    assertThrows(IOException.class, () -> key.check(address)).getMessage());
        }
    }
}
