package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.io.HostPort;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class RmiKeyTest {
    /** The test's own keys, which are valid for a century. */
    private static RmiKey key(String name) {
        return new RmiKey(Path.of(System.getProperty("repository"), "jmeter/test/load", name + ".p12"));
    }

    @Test
    void onlyTheSameKeyIsAccepted() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = key("one").context().getServerSocketFactory().createServerSocket(0, 9, here);
                ServerSocket plain = new ServerSocket(0, 9, here)) {
            HostPort address = listen(server);
            key("one").check(address);
            assertThrows(IOException.class, "the jmeter-server at " + address + " has a different key: copy its",
                    () -> key("another").check(address));
            assertThrows(IOException.class, "does not use TLS", () -> key("one").check(listen(plain)));
        }
    }

    private static HostPort listen(ServerSocket server) {
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    client.getInputStream().read();
                    client.getOutputStream().write('!');
                } catch (IOException e) {
                    continue;      // the client closed the connection, or the test is over
                }
            }
        });
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    @Test
    @Slow("starts keytool, which makes a key")
    void theKeyIsMadeOnceAndOnlyItsOwnerCanReadIt() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            RmiKey key = RmiKey.in(folder.path());
            key.context();
            Object made = Files.readAttributes(key.file(), "unix:ino,lastModifiedTime");
            RmiKey.in(folder.path());
            assertEquals(made, Files.readAttributes(key.file(), "unix:ino,lastModifiedTime"), "the file is unchanged");
            assertEquals(0600, (int) Files.getAttribute(key.file(), "unix:mode") & 0777, "the file's mode");
        }
    }
}
