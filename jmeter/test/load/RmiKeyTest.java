package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import lab.TemporaryFolder;
import testing.Slow;
import testing.Test;

/** A jmeter-server is asked whether it has the same key, before it is given orders. */
class RmiKeyTest implements AutoCloseable {
    /** One that keytool has made, for a hundred years; it serves nothing but this test. */
    private static final String KEY = """
            MIIDKAIBAzCCAyEGCSqGSIb3DQEHAaCCAxIEggMOMIIDCjCCAREGCSqGSIb3DQEHAaCCAQIEgf8wgfwwgfkGCyqGSIb3DQEMCgECoIGtMI
            GqMGYGCSqGSIb3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBRKC9LUHwsUeXxuZ8ObWhWT25WqPAICJxACASAwDAYIKoZIhvcNAgkFADAdBglg
            hkgBZQMEASoEEK1qp5cGZ/1wZV+rKlWl4RcEQEhlSKOsbDv87B0DUF101Iwd8+I79dM/0E+9teV3VuBNJBusml1tPEiX5iK3vj+u/xOrHb
            Ph93G9mGOJvoPrF5ExOjAVBgkqhkiG9w0BCRQxCB4GAHIAbQBpMCEGCSqGSIb3DQEJFTEUBBJUaW1lIDE3OTU1NjIxNzE3NDUwggHxBgkq
            hkiG9w0BBwagggHiMIIB3gIBADCCAdcGCSqGSIb3DQEHATBmBgkqhkiG9w0BBQ0wWTA4BgkqhkiG9w0BBQwwKwQUgdJjQwJ6Qiipz42ZXQ
            ITno1hpuoCAicQAgEgMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBDqU/X74R3CgR1wZ2w1P68HgIIBYGFC0gqJYTkpTjAR8zlsIICK
            AWGLLutZeIAo895RHjX9eMviwz5rR4RT0Gp/wofqIhKb5EG8n5AAJdtpXJZ+y9gHr8bvPeBdtX8NtgOP2AXRsFy6mZowtMowZ756dQlDpE
            1H4HviasZz66GUiQ4nLpvsOCp4xek3iJmMW2eLHqHvUj5MII9CufYtszYGO/u6CcWapOn0vPKXGll2SXDpDRoCr+VZe3lxzinWCB7U68Yo
            d8Cfa09t/PTxKW9MUQ5XIvIIm6OZTjo4i/NVEo9Cpr8bt+1D+dutlhn8niZvG1XA+xQMaI6v0PywvAgHmDCq2jx0fcudjZTTKvw/gk7exs
            KRMP1V6O+iI9BZloSluDbMczaM6SlkfIIc5ViqKV0KE97JWQGRT97xfPG+osfiVge1lJ51NMvsdq7rPm1T02YfPj+xxRSE8LWDoUelIVPO
            BGbYeiZMJZHR432GxzbQPoU=""";

    private final TemporaryFolder folder = new TemporaryFolder();
    private final ServerSocket plain = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());

    RmiKeyTest() throws IOException {
    }

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
        RmiKey key = new RmiKey(Files.write(folder.path().resolve("key"), Base64.getMimeDecoder().decode(KEY)));
        RmiKey another = ofSomebodyElse();
        try (ServerSocket server = key.context().getServerSocketFactory().createServerSocket(0, 9,
                InetAddress.getLoopbackAddress())) {
            HostPort address = listen(server, client -> client.getInputStream().read());
            key.check(address);
            assertThrows(IOException.class, "the jmeter-server at " + address + " has another key: copy its",
                    () -> another.check(address));
        }
        HostPort address = listen(plain, client -> client.getOutputStream().write("no TLS".getBytes()));
        assertThrows(IOException.class, "does not talk over TLS", () -> key.check(address));
    }

    /** It accepts the certificate of one of the world's authorities alone. */
    private RmiKey ofSomebodyElse() throws Exception {
        TrustManagerFactory world = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        world.init((KeyStore) null);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("a", ((X509TrustManager) world.getTrustManagers()[0]).getAcceptedIssuers()[0]);
        Path file = folder.path().resolve("another");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        return new RmiKey(file);
    }

    @Test
    @Slow("keytool makes a key in a JVM of its own")
    void itIsMadeOnceAndItsOwnerAloneReadsIt() throws Exception {
        RmiKey key = RmiKey.in(folder.path());
        key.context();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key.file())));
        Object made = Files.readAttributes(key.file(), "unix:ino,lastModifiedTime");
        RmiKey.in(folder.path());
        assertEquals(made, Files.readAttributes(key.file(), "unix:ino,lastModifiedTime"), "the file");
    }

    @Override
    public void close() throws IOException {
        plain.close();
        folder.close();
    }
}
