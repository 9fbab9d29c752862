package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import serviceone.server.RawClient;

/** Sends thousands of requests behind each other, and reads no answer: until service one ends that, or it leaves. */
public final class DeafClient implements Client {
    private static final String REQUESTS = "GET /none HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100);
    private static final int TIMES = 50;
    private static final int RECEIVE_BYTES = 4_096;      // so that answers soon fill what there is between the two
    private static final int MOST_WAIT_MILLIS = 2_000;

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = new RawClient(port)) {
            client.socket.setReceiveBufferSize(RECEIVE_BYTES);
            for (int i = 0; i < TIMES; i++) {
                client.send(REQUESTS);
            }
            Thread.sleep(random.nextInt(MOST_WAIT_MILLIS));
        }
    }
}
