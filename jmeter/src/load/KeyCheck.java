package load;

import common.io.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Sees whether a jmeter-server has the key that is used here: with another one, JMeter would say so in a stack trace,
 * once everything else has been started. Stateless.
 */
final class KeyCheck {
    private static final int TIMEOUT_MILLIS = 5_000;

    private KeyCheck() {
    }

    /** @throws IOException where the server has another key or none; its message says what to do */
    static void check(HostPort server, RmiKey key) throws IOException {
        SSLContext context = context(key);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.startHandshake();
        } catch (IOException e) {
            throw new IOException("the jmeter-server at " + server + (isOfAnotherKey(e)
                    ? " has another key: copy its jmeter/home/rmi-keystore.p12 to this machine, to the same place"
                    : " does not talk over TLS (" + e.getMessage()
                    + "): start it there with ./run.sh jmeter-server"), e);
        }
    }

    private static boolean isOfAnotherKey(Throwable failure) {
        return failure != null && (failure instanceof GeneralSecurityException || isOfAnotherKey(failure.getCause()));
    }

    static SSLContext context(RmiKey key) throws IOException {
        try (InputStream file = Files.newInputStream(key.file())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, RmiKey.PASSWORD.toCharArray());
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, RmiKey.PASSWORD.toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(key.file() + " is no key for TLS: " + e.getMessage(), e);
        }
    }
}
