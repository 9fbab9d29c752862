package servicetwo;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import testing.Await;

/** A caller of service two that says byte for byte what the test wants, and reads one answer after the other. */
final class Caller implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    /** Names of fields are in lower case. */
    record Reply(int status, Map<String, String> fields, String body) {
    }

    Caller(ServiceTwo two) throws IOException {
        this(two.port());
    }

    Caller(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);      // what is sent in pieces is to arrive in pieces
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = socket.getInputStream();
    }

    static String stats(ServiceTwo two) throws IOException {
        try (Caller caller = new Caller(two).get("/stats")) {
            return caller.reply().body();
        }
    }

    static void awaitStats(ServiceTwo two, String part) throws Exception {
        Await.until("its stats have " + part, () -> stats(two).contains(part));
    }

    Caller send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    Caller get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: two\r\n\r\n");
    }

    Reply reply() throws IOException {
        return reply(false);
    }

    /** @param head whether this answers a HEAD, and so has no body */
    Reply reply(boolean head) throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        Map<String, String> fields = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        int length = head ? 0 : Integer.parseInt(fields.get("content-length"));
        return new Reply(status, fields, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    String line() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < 2 || text.charAt(text.length() - 2) != '\r') {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the connection ended after: " + text);
            }
            text.append((char) c);
        }
        return text.substring(0, text.length() - 2);
    }

    /** Waits for the end of the connection; false if something else comes. A reset throws. */
    boolean ends() throws IOException {
        return in.read() < 0;
    }

    /** Whether something has come that was not read yet. */
    boolean hasInput() throws IOException {
        return in.available() > 0;
    }

    /** Ends the connection by a reset. */
    void reset() throws IOException {
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
