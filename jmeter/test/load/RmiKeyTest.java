package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import lab.TemporaryFolder;
import testing.Slow;
import testing.Test;

/** A jmeter-server is asked whether it has the same key, before it is given orders. */
@Slow("keytool makes two keys, each in a JVM of its own")
class RmiKeyTest {
    /** Answers each connection in its own way, until it is closed. */
    private interface Answer {
        void to(Socket client) throws IOException;
    }

    private static HostPort listen(ServerSocket server, Answer answer) {
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    answer.to(client);
                } catch (IOException e) {
                    continue;      // whoever asks refuses, or the test is over
                }
            }
        });
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    @Test
    void theSameKeyIsTakenAndAnotherOrNoneIsRefused() throws Exception {
        try (TemporaryFolder one = new TemporaryFolder(); TemporaryFolder two = new TemporaryFolder();
                ServerSocket plain = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            RmiKey key = RmiKey.in(one.path());
            try (ServerSocket server = key.context().getServerSocketFactory().createServerSocket(0, 9,
                    InetAddress.getLoopbackAddress())) {
                HostPort address = listen(server, client -> client.getInputStream().read());
                key.check(address);
                RmiKey another = RmiKey.in(two.path());
                Map<String, String> refusals = Map.of(
                        "the jmeter-server at " + address + " has another key: copy its", refusal(another, address),
                        "does not talk over TLS", refusal(key,
                                listen(plain, client -> client.getOutputStream().write("no TLS".getBytes()))));
                refusals.forEach((expected, said) -> assertContains(expected, said));
            }
        }
    }

    private static String refusal(RmiKey key, HostPort server) {
        return assertThrows(IOException.class, () -> key.check(server)).getMessage();
    }
}
