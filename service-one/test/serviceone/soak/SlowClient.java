package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import serviceone.server.RawClient;

/** Sends a part of a request, a byte at a time, and then nothing until it loses patience. */
public final class SlowClient implements Client {
    private static final String REQUEST = "GET /rpc HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int MOST_PAUSE_MILLIS = 50;
    private static final int MOST_PATIENCE_MILLIS = 3_000;

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        int part = 1 + random.nextInt(REQUEST.length());
        int pause = 1 + random.nextInt(MOST_PAUSE_MILLIS);
        try (RawClient client = new RawClient(port)) {
            client.socket.setTcpNoDelay(true);
            for (int at = 0; at < part; at++) {
                client.send(REQUEST.substring(at, at + 1));
                Thread.sleep(pause);
            }
            Thread.sleep(random.nextInt(MOST_PATIENCE_MILLIS));
        }
    }
}
