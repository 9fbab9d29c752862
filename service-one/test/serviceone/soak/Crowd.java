package serviceone.soak;

import module java.base;
import common.http.MutatedRequests;
import serviceone.server.RawClient;

/** Honest and hostile clients that visit service one again and again. */
final class Crowd implements AutoCloseable {
    /** Visits may run on many threads at the same time. */
    interface Client {
        /** Takes a few seconds at most. An exception ends the visit. */
        void visit(int port, Random random) throws IOException, InterruptedException;
    }

    private static final int MOST_PIPELINED = 5;
    private static final int MORE_THAN_AN_ANSWER = 300;      // bytes; an answer has about 200
    private static final int PATIENCE_MILLIS = 3_000;

    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger seeds = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    Crowd(int port) {
        this.port = port;
    }

    Crowd add(int members, int mostPauseMillis, Client kind) {
        for (int i = 0; i < members; i++) {
            Random random = new Random(seeds.incrementAndGet());
            threads.submit(() -> {
                while (!end.await(random.nextInt(mostPauseMillis + 1), TimeUnit.MILLISECONDS)) {
                    try {
                        kind.visit(port, random);
                    } catch (IOException | RuntimeException e) {
                        // A hostile client's visit may fail. Honest clients count their own failures.
                    }
                }
                return null;
            });
        }
        return this;
    }

    @Override
    public void close() {
        end.countDown();
        threads.close();
    }

    private static RawClient connect(int port) throws IOException {
        RawClient client = new RawClient(port);
        client.socket.setTcpNoDelay(true);
        client.socket.setSoTimeout(PATIENCE_MILLIS);
        return client;
    }

    static Client broken(int mostPieces, int mostPauseMillis) {
        return (port, random) -> {
            try (RawClient client = connect(port)) {
                String text = MutatedRequests.text(random.nextLong());
                int pause = random.nextInt(mostPauseMillis + 1);
                for (String piece : MutatedRequests.cut(text, 1 + random.nextInt(mostPieces), random)) {
                    client.send(piece);
                    Thread.sleep(pause);
                }
                if (random.nextBoolean()) {
                    client.socket.shutdownOutput();
                }
                client.socket.getInputStream().readAllBytes();
            }
        };
    }

    /** An answer repeats its request's user. Thus an honest client notices if it gets an answer to this client. */
    static void vanishing(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = connect(port)) {
            client.send(RawClient.request("/meetings").repeat(1 + random.nextInt(MOST_PIPELINED)));
            switch (random.nextInt(3)) {
                case 0 -> Thread.sleep(random.nextInt(50));
                case 1 -> client.socket.getInputStream().readNBytes(random.nextInt(MORE_THAN_AN_ANSWER));
                default -> client.receive();
            }
            if (random.nextBoolean()) {
                client.socket.setSoLinger(true, 0);
            }
        }
    }

    static void deaf(int port, Random random) throws IOException, InterruptedException {
        try (RawClient client = connect(port)) {
            client.socket.setReceiveBufferSize(4_096);      // the answers soon fill the buffers
            for (int i = 0; i < 50; i++) {
                client.send(RawClient.request("/none").repeat(100));
            }
            Thread.sleep(random.nextInt(PATIENCE_MILLIS));
        }
    }

    static Client excess(int connections, LongAdder refused) {
        return (port, _) -> {
            List<RawClient> open = new ArrayList<>();
            try {
                for (int i = 0; i < connections; i++) {
                    open.add(connect(port));
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
