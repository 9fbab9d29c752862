package serviceone.soak;

import common.http.MutatedRequests;
import java.io.IOException;
import java.util.Random;
import serviceone.server.RawClient;

/** Sends requests as nobody should, in pieces, and reads whatever comes until the connection ends. */
public final class BrokenClient implements Client {
    private static final int MOST_PIECES = 5;
    private static final int PATIENCE_MILLIS = 2_000;

    @Override
    public void visit(int port, Random random) throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.socket.setTcpNoDelay(true);
            client.socket.setSoTimeout(PATIENCE_MILLIS);
            String text = MutatedRequests.number(random.nextLong());
            for (String piece : MutatedRequests.cut(text, 1 + random.nextInt(MOST_PIECES), random)) {
                client.send(piece);
            }
            if (random.nextBoolean()) {
                client.socket.shutdownOutput();
            }
            client.socket.getInputStream().readAllBytes();
        }
    }
}
