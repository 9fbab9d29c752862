package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that answers each GET at once with the same bytes: next to the least that an answer can cost, so that what
 * is asked of it shows how many requests the load generator can make. Knows no more of HTTP than where a request
 * without a body ends. A virtual thread for each connection serves it until its client closes it.
 */
final class FreeAnswer implements AutoCloseable {
    private static final String BODY = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
    private static final byte[] ANSWER = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + BODY.length() + "\r\n\r\n" + BODY).getBytes(StandardCharsets.US_ASCII);
    private static final String END = "\r\n\r\n";
    private static final int BACKLOG = 1_000;
    private static final int MOST_BYTES = 4_096;

    private final ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());

    FreeAnswer() throws IOException {
        Thread.ofPlatform().daemon().name("free answer").start(this::accept);
    }

    HostPort address() {
        return new HostPort(server.getInetAddress().getHostAddress(), server.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Thread.startVirtualThread(() -> serve(client));
            }
        } catch (IOException e) {
            return;      // closed
        }
    }

    private static void serve(Socket client) {
        byte[] received = new byte[MOST_BYTES];
        int matched = 0;      // of a request's end
        try (client) {
            for (int read = client.getInputStream().read(received); read >= 0;
                    read = client.getInputStream().read(received)) {
                for (int i = 0; i < read; i++) {
                    matched = received[i] == END.charAt(matched) ? matched + 1 : received[i] == '\r' ? 1 : 0;
                    if (matched == END.length()) {
                        matched = 0;
                        client.getOutputStream().write(ANSWER);
                    }
                }
            }
        } catch (IOException e) {
            return;      // the client has left, as all do in the end
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
