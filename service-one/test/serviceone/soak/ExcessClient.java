package serviceone.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import serviceone.server.RawClient;

/** Opens many connections at once, says nothing on any, and counts those that are refused: so that was at once. */
public final class ExcessClient implements Client {
    private static final int HELD_MILLIS = 100;
    private static final int REFUSED = 503;

    private final int connections;
    private final LongAdder refused;

    public ExcessClient(int connections, LongAdder refused) {
        this.connections = connections;
        this.refused = refused;
    }

    @Override
    public void visit(int port, Random random) throws IOException, InterruptedException {
        List<RawClient> open = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(new RawClient(port));
            }
            Thread.sleep(HELD_MILLIS);
            for (RawClient client : open) {
                countRefusal(client);
            }
        } finally {
            for (RawClient client : open) {
                client.close();
            }
        }
    }

    private void countRefusal(RawClient client) throws IOException {
        if (client.socket.getInputStream().available() > 0 && client.receive().status() == REFUSED) {
            refused.increment();
        }
    }
}
