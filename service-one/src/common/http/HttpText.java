package common.http;

import module java.base;
import java.net.Proxy;

/** Fetches texts over HTTP. Closes each connection, because an idle one could occupy a thread of the service. */
public final class HttpText {
    /** Twice an answer of 20,000 slices of lanes, each with the longest path. */
    private static final int MOST_BYTES = 1 << 23;
    private static final int PART_BYTES = 8_192;

    private HttpText() {
    }

    /**
     * Returns at most the first 8 MiB of the body.
     *
     * @param timeoutMillis limits connecting, each read, and the whole body
     * @throws IOException also for a status of 400 or more
     */
    public static String get(URI address, int timeoutMillis, Map<String, String> headers) throws IOException {
        return fetch(address, timeoutMillis, headers, false);
    }

    /** Accepts any status. */
    public static String getAny(URI address, int timeoutMillis, Map<String, String> headers) throws IOException {
        return fetch(address, timeoutMillis, headers, true);
    }

    private static String fetch(URI address, int timeoutMillis, Map<String, String> headers, boolean isAnyStatusFine)
            throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(timeoutMillis);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Connection", "close");
        headers.forEach(connection::setRequestProperty);
        try (InputStream body = isAnyStatusFine && connection.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getErrorStream() : connection.getInputStream()) {
            return body == null ? "" : text(body, timeoutMillis);
        } finally {
            connection.disconnect();
        }
    }

    /** The socket's timeout limits each read, not the total. */
    static String text(InputStream body, int timeoutMillis) throws IOException {
        long end = System.nanoTime() + timeoutMillis * 1_000_000L;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] part = new byte[PART_BYTES];
        for (int read = body.read(part); read >= 0 && text.size() < MOST_BYTES; read = body.read(part)) {
            text.write(part, 0, read);
            if (System.nanoTime() - end > 0) {
                throw new SocketTimeoutException("the answer did not end in " + timeoutMillis + " ms");
            }
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
