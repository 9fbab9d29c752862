package jmeter.serviceone;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Gets a text from a service on a connection of its own. Stateless. */
public final class HttpText {
    private static final int MOST_BYTES = 1 << 20;

    private HttpText() {
    }

    /**
     * Asks on a connection that is closed after it: one that is kept would hold a thread of {@code pool}.
     *
     * @param timeoutMillis for connecting, and for each part of the answer
     * @throws IOException where there is no answer, or one that is no success
     */
    public static String get(URI address, int timeoutMillis) throws IOException {
        return get(address, timeoutMillis, Map.of());
    }

    /** The same, with fields of its own in the request. */
    public static String get(URI address, int timeoutMillis, Map<String, String> headers) throws IOException {
        HttpURLConnection connection = open(address, timeoutMillis, headers);
        try (InputStream body = connection.getInputStream()) {
            return text(body);
        } finally {
            connection.disconnect();
        }
    }

    /** The text of an answer whatever its status; empty where it has none. */
    public static String getAny(URI address, int timeoutMillis, Map<String, String> headers) throws IOException {
        HttpURLConnection connection = open(address, timeoutMillis, headers);
        try (InputStream body = connection.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream() : connection.getErrorStream()) {
            return body == null ? "" : text(body);
        } finally {
            connection.disconnect();
        }
    }

    private static HttpURLConnection open(URI address, int timeoutMillis, Map<String, String> headers)
            throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(timeoutMillis);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Connection", "close");
        headers.forEach(connection::setRequestProperty);
        return connection;
    }

    private static String text(InputStream body) throws IOException {
        return new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
}
