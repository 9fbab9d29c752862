package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.io.HostPort;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class RmiKeyTest {
    /** The test's own keys, which are valid for a century. */
    private static RmiKey key(String name) {
        return new RmiKey(Path.of(System.getProperty("repository"), "jmeter/test/load", name + ".p12"));
    }

    @Test
    @Slow("a JVM's first TLS handshakes take two thirds of a second of CPU time")
    void onlyTheSameKeyIsAccepted() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = key("one").context().getServerSocketFactory().createServerSocket(0, 9, here);
                ServerSocket plain = new ServerSocket(0, 9, here)) {
            HostPort address = listen(server);
            key("one").check(address);
            assertRefused("a jmeter-server with another key", address, key("another"));
            assertRefused("a jmeter-server without TLS", listen(plain), key("one"));
        }
    }

    private static void assertRefused(String situation, HostPort server, RmiKey key) throws IOException {
        IOException refusal = assertThrows(IOException.class, () -> key.check(server));
        Words.assertSame("jmeter", situation, refusal.getMessage().replace(server.toString(), "‹address›")
                .replace(refusal.getCause().getMessage(), "‹what TLS says›"));
    }

    @Test
    void aKeyThatIsNotThereIsNamed() {
        assertThrows(IOException.class, "no-key.p12", () -> key("no-key").context());
    }

    @Test
    void jmeterGetsTheKeyAsItsOwnAndAsTheOneThatItTrusts() {
        List<String> properties = List.of("type=PKCS12", "file=/home/key.p12", "password=changeit");
        assertEquals(Stream.of("keystore", "truststore").flatMap(store -> properties.stream()
                        .map(property -> "-Jserver.rmi.ssl." + store + '.' + property)).toList(),
                new RmiKey(Path.of("/home/key.p12")).properties());
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
