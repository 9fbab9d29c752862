package lab.run;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.ResponseParser;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.Message;

/** A closed loop of callers, for the first warm-up. Each has a connection and a virtual thread. */
final class Callers {
    /** The last answers must not overlap with the load. */
    private static final int LAST_ANSWERS_SECONDS = 3;
    private static final int PAUSE_MILLIS = 50;
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 1 << 26);
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

    private final InetSocketAddress address;
    private final List<byte[]> requests;
    private final int good;
    private final boolean toHead;
    private final boolean newConnection;
    private final Pace pace;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LongAdder answered = new LongAdder();
    private final LongAdder connected = new LongAdder();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile String problem = "no answer arrived in time";
    private volatile boolean ending;

    Callers(HostPort contender, Slot slot, Pace pace) throws IOException {
        address = new InetSocketAddress(contender.host(), contender.port());
        requests = requests(contender, slot);
        Message message = slot.experiment().workload().message();
        this.good = message.status();
        this.toHead = message.isHead();
        this.newConnection = pace.newConnection() || Message.asksToClose(message.headers());
        this.pace = pace;
    }

    /** One for each token. */
    private static List<byte[]> requests(HostPort contender, Slot slot) throws IOException {
        Message message = slot.experiment().workload().message();
        byte[] body = message.body();
        String length = message.hasContent() ? "Content-Length: " + body.length + "\r\n" : "";
        String headers = message.headers().stream().map(header -> header + "\r\n").collect(Collectors.joining());
        String connection = Message.asksToClose(message.headers()) ? "" : "Connection: keep-alive\r\n";
        return message.tokens().stream().map(token -> {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes((message.method() + " " + slot.load().path()
                    + " HTTP/1.1\r\n" + connection + "Authorization: " + token + "\r\n" + headers + length
                    + "Host: " + contender + "\r\nUser-Agent: Apache-HttpClient/4.5.14 (Java/"
                    + Runtime.version().feature() + ")\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            request.writeBytes(body);
            return request.toByteArray();
        }).toList();
    }

    /** The body of one good answer. */
    static byte[] ask(HostPort contender, Slot slot) throws IOException, MessageException {
        try (Socket socket = connected(new InetSocketAddress(contender.host(), contender.port()))) {
            socket.getOutputStream().write(requests(contender, slot).getFirst());
            ResponseParser answer = new ResponseParser(LIMITS, slot.experiment().workload().message().isHead());
            receive(socket.getInputStream(), ByteBuffer.allocate(BUFFER_BYTES).flip(), answer);
            if (answer.status() != slot.experiment().workload().message().status()) {
                throw new IOException("status " + answer.status());
            }
            return answer.body();
        }
    }

    private static Socket connected(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    Callers start() {
        for (int i = 0; i < pace.connections(); i++) {
            threads.execute(this::askUntilEnd);
        }
        return this;
    }

    private void askUntilEnd() {
        while (!ending) {
            try (Socket socket = connected(address)) {
                connected.increment();
                askOn(socket);
            } catch (IOException | MessageException e) {
                problem = "the last problem was " + e;
                pause();
            }
        }
    }

    private void askOn(Socket socket) throws IOException, MessageException {
        ResponseParser answer = new ResponseParser(LIMITS, toHead);
        ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES).flip();
        do {
            socket.getOutputStream().write(requests.get(Math.floorMod(turn.getAndIncrement(), requests.size())));
            receive(socket.getInputStream(), in, answer);
            if (answer.status() == good) {
                answered.increment();
            } else {
                problem = "the last problem was status " + answer.status();
                pause();
            }
        } while (!ending && answer.keepAlive() && (!newConnection || connected.sum() > MOST_NEW_CONNECTIONS));
    }

    private static void receive(InputStream from, ByteBuffer in, ResponseParser answer)
            throws IOException, MessageException {
        boolean whole = answer.parse(in);
        while (!whole) {
            int read = from.read(in.clear().array());
            in.limit(Math.max(0, read));
            whole = read < 0 ? answer.endOfInput() : answer.parse(in);
            if (read < 0 && !whole) {
                throw new EOFException("the connection was closed during an answer");
            }
        }
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
