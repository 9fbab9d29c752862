package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import serviceone.server.RawClient;

/** Asks, pipelined 1 to 5, and vanishes before, during or after the answers: by a close or a reset. */
public final class VanishingClient implements Client {
    /** A user that no honest client is, so that an answer to this one would be noticed anywhere else. */
    private static final String REQUEST = "GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: token\r\n\r\n";
    private static final int MOST_PIPELINED = 5;
    private static final int MOST_BYTES = 300;      // of an answer of 200 or so
    private static final int MOST_WAIT_MILLIS = 50;
    private static final int PATIENCE_MILLIS = 2_000;

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = new RawClient(port)) {
            client.socket.setSoTimeout(PATIENCE_MILLIS);
            client.send(REQUEST.repeat(1 + random.nextInt(MOST_PIPELINED)));
            switch (random.nextInt(3)) {
                case 0 -> Thread.sleep(random.nextInt(MOST_WAIT_MILLIS));
                case 1 -> client.socket.getInputStream().readNBytes(random.nextInt(MOST_BYTES));
                default -> client.receive();
            }
            if (random.nextBoolean()) {
                client.socket.setSoLinger(true, 0);
            }
        }
    }
}
