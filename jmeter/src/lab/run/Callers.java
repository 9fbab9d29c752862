package lab.run;

import module java.base;
import common.http.MessageParser.MessageException;
import common.http.ResponseParser;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/** A closed loop of callers, for the first warm-up. Each has a connection and a virtual thread. */
final class Callers {
    /** The last answers must not overlap with the load. */
    private static final int LAST_ANSWERS_SECONDS = 3;
    private static final int PAUSE_MILLIS = 50;
    /** Closed connections keep their ports for a minute, and the load needs ports, too. */
    private static final int MOST_NEW_CONNECTIONS = 8_000;

    /**
     * Up to 256 connections, and about {@value #PER_SECOND} requests per second. With fewer connections or shorter
     * waits, the JIT compilers become busy again under the load.
     *
     * @param delayMillis the wait of each call to service two
     * @param newConnection whether each request opens a connection, like an open loop's arrivals
     */
    record Pace(int connections, int delayMillis, boolean newConnection) {
        private static final int PER_SECOND = 5_000;
        private static final int MOST_CONNECTIONS = 256;
        private static final int CALLS_PER_REQUEST = 4;

        static Pace of(Slot slot) {
            int connections = Math.clamp(Math.round(slot.load().amount()), 1, MOST_CONNECTIONS);
            double inFlight = slot.predicted().inFlight();
            double concurrent = inFlight > 0 ? Math.min(connections, inFlight) : connections;
            int delay = (int) Math.max(1, 1e3 * concurrent / PER_SECOND / CALLS_PER_REQUEST);
            ServiceTwoSettings two = slot.experiment().conditions().serviceTwo();
            int longest = Math.max(two.get(Setting.DELAY), two.get(Setting.STAGE_DELAY));
            return new Pace(connections, Math.min(delay, longest), slot.load().isOpen());
        }
    }

    private final OneRequest request;
    private final List<byte[]> bytes;
    private final Pace pace;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LongAdder answered = new LongAdder();
    private final LongAdder connected = new LongAdder();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile String problem = "no answer arrived in time";
    private volatile boolean ending;

    Callers(HostPort contender, Slot slot, Pace pace) throws IOException {
        this.request = new OneRequest(contender, slot);
        this.bytes = request.bytes();
        this.pace = pace;
    }

    Callers start() {
        for (int i = 0; i < pace.connections(); i++) {
            threads.execute(this::askUntilEnd);
        }
        return this;
    }

    private void askUntilEnd() {
        while (!ending) {
            try (Socket socket = request.connected()) {
                connected.increment();
                askOn(socket);
            } catch (IOException | MessageException e) {
                problem = "the last problem was " + e;
                pause();
            }
        }
    }

    private void askOn(Socket socket) throws IOException {
        boolean newConnection = pace.newConnection() || request.closes();
        ResponseParser answer = request.parser();
        ByteBuffer in = OneRequest.buffer();
        do {
            socket.getOutputStream().write(bytes.get(Math.floorMod(turn.getAndIncrement(), bytes.size())));
            OneRequest.receive(socket.getInputStream(), in, answer);
            if (answer.status() == request.message().status()) {
                answered.increment();
            } else {
                problem = "the last problem was status " + answer.status();
                pause();
            }
        } while (!ending && answer.keepAlive() && (!newConnection || connected.sum() > MOST_NEW_CONNECTIONS));
    }

    /** A caller that is refused at once must not send as fast as it can. */
    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // by end(), so the loop ends
        }
    }

    long answered() {
        return answered.sum();
    }

    String problem() {
        return problem;
    }

    void end() throws InterruptedException {
        ending = true;
        threads.shutdown();
        try {
            threads.awaitTermination(LAST_ANSWERS_SECONDS, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }
}
