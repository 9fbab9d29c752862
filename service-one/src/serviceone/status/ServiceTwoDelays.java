package serviceone.status;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import serviceone.law.Announced;

/**
 * Asks service two how long it waits, every few seconds: it may be restarted with other delays. Any thread gets what
 * was said last. No request depends on it, and a service two that says nothing is not in need of a log line.
 */
final class ServiceTwoDelays {
    static final int EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;
    /** Some other service may answer anything, of any length. */
    private static final int MOST_BYTES = 1 << 16;

    private final InetSocketAddress serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();

    ServiceTwoDelays(InetSocketAddress serviceTwo) {
        this.serviceTwo = serviceTwo;
    }

    /** What it said when it was asked last; nothing while it has not said anything, or is a service that does not. */
    Optional<Announced> announced() {
        return announced;
    }

    void ask() {
        try {
            announced = answer();
        } catch (IOException | URISyntaxException | RuntimeException e) {
            // It cannot be asked now. What it said last holds until another one says something else.
        }
    }

    private Optional<Announced> answer() throws IOException, URISyntaxException {
        URI uri = new URI("http", null, serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort(), "/stats",
                null, null);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setRequestProperty("Connection", "close");      // kept, it would need a thread to look after it
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            return Optional.empty();
        }
        try (InputStream in = connection.getInputStream()) {
            return Announced.parse(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        }
    }
}
