package serviceone.soak;

import common.http.MutatedRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import serviceone.server.RawClient;

/** Those among whom honest clients must get their answers. */
final class HostileClients {
    private static final int MOST_PIECES = 5;
    private static final int PATIENCE_MILLIS = 2_000;

    private HostileClients() {
    }

    /** Sends a part of a request, a byte at a time, and then nothing until it loses patience. */
    static void slow(int port, Random random) throws IOException, InterruptedException {
        String request = "GET /rpc HTTP/1.1\r\nHost: a\r\n\r\n";
        int part = 1 + random.nextInt(request.length());
        int pause = 1 + random.nextInt(50);
        try (RawClient client = new RawClient(port)) {
            client.socket.setTcpNoDelay(true);
            for (int at = 0; at < part; at++) {
                client.send(request.substring(at, at + 1));
                Thread.sleep(pause);
            }
            Thread.sleep(random.nextInt(3_000));
        }
    }

    /** Sends requests as nobody should, in pieces, and reads whatever comes until the connection ends. */
    static void broken(int port, Random random) throws IOException {
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

    /**
     * Asks, pipelined 1 to 5, and vanishes before, during or after the answers: by a close or a reset. As a user that
     * no honest client is: so an answer to this one would be noticed anywhere else.
     */
    static void vanishing(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = new RawClient(port)) {
            client.socket.setSoTimeout(PATIENCE_MILLIS);
            client.send("GET /meetings HTTP/1.1\r\nHost: a\r\nAuthorization: token\r\n\r\n"
                    .repeat(1 + random.nextInt(MOST_PIECES)));
            switch (random.nextInt(3)) {
                case 0 -> Thread.sleep(random.nextInt(50));
                case 1 -> client.socket.getInputStream().readNBytes(random.nextInt(300));      // of some 200 an answer
                default -> client.receive();
            }
            if (random.nextBoolean()) {
                client.socket.setSoLinger(true, 0);
            }
        }
    }

    /** Sends thousands of requests behind each other, and reads no answer, until service one ends that, or it goes. */
    static void deaf(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = new RawClient(port)) {
            client.socket.setReceiveBufferSize(4_096);      // so that answers soon fill what there is between the two
            for (int i = 0; i < 50; i++) {
                client.send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100));
            }
            Thread.sleep(random.nextInt(PATIENCE_MILLIS));
        }
    }

    /** Opens many connections at once, says nothing on any, and counts those that are refused: so that was at once. */
    static Crowd.Client excess(int connections, LongAdder refused) {
        return (port, _) -> {
            List<RawClient> open = new ArrayList<>();
            try {
                for (int i = 0; i < connections; i++) {
                    open.add(new RawClient(port));
                }
                Thread.sleep(100);
                for (RawClient client : open) {
                    if (client.socket.getInputStream().available() > 0 && client.receive().status() == 503) {
                        refused.increment();
                    }
                }
            } finally {
                for (RawClient client : open) {
                    client.close();
                }
            }
        };
    }
}
