package lab.run;

import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.ResponseParser;
import common.io.HostPort;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Asks a contender from many connections at once, each time again when it has answered. Owns a virtual thread and a
 * connection for each caller; the counts are adders, and the end is a volatile field that all of them look at.
 */
final class Callers {
    // states: ASKING -> ENDING (the last answers come) -> ENDED
    /** What is on its way when they end is waited for: a contender must not find its load and their rest together. */
    private static final int LAST_ANSWERS_SECONDS = 3;
    private static final int PAUSE_MILLIS = 50;
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 1 << 26);
    private static final int OK = 200;
    /** Closed connections keep their ports for a minute: more of them could leave none for the load. */
    private static final int MOST_NEW = 8_000;

    /**
     * How a load is put on a contender in quick motion: from as many connections as it has users, up to a limit, with
     * waits so much shorter that about {@value #PER_SECOND} requests a second are answered, or what the cores allow.
     * Threads and loops are to wait and to be idle meanwhile as they will be under the load. From 32 connections with
     * calls of 3 ms, compilers that had been quiet were busy again for ten seconds when the load came; from 100 with
     * calls of 10 ms, hardly.
     *
     * <p>A pool that is short of threads gets more connections than it has threads, so that they wait in the queue.
     *
     * @param delayMillis   that each call to service two waits
     * @param newConnection whether each request comes on one of its own, as the arrivals of an open loop do
     */
    record Pace(int connections, int delayMillis, boolean newConnection) {
        private static final int PER_SECOND = 5_000;
        private static final int MOST_CONNECTIONS = 256;
        private static final int CALLS = 4;

        static Pace of(Slot slot) {
            int connections = Math.clamp(Math.round(slot.load().amount()), 1, MOST_CONNECTIONS);
            double inFlight = slot.predicted().inFlight();
            double atOnce = inFlight > 0 ? Math.min(connections, inFlight) : connections;
            int delay = (int) Math.max(1, 1e3 * atOnce / PER_SECOND / CALLS);
            int longest = Math.max(slot.experiment().delay(), slot.experiment().stageDelay());
            return new Pace(connections, Math.min(delay, longest), slot.load().isOpen());
        }
    }

    private final InetSocketAddress address;
    private final byte[] request;
    private final Pace pace;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LongAdder answered = new LongAdder();
    private final LongAdder connected = new LongAdder();
    private volatile String problem = "no request was answered";
    private volatile boolean ending;

    Callers(HostPort contender, Slot slot, Pace pace) {
        address = new InetSocketAddress(contender.host(), contender.port());
        request = ("GET " + slot.load().path() + " HTTP/1.1\r\nConnection: keep-alive\r\nAuthorization: "
                + slot.experiment().token() + "\r\nHost: " + contender
                + "\r\nUser-Agent: Apache-HttpClient/4.5.14 (Java/" + Runtime.version().feature() + ")\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);      // the fields that JMeter sends
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
            try (Socket socket = new Socket()) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT_MILLIS);
                socket.connect(address, TIMEOUT_MILLIS);
                connected.increment();
                askOn(socket);
            } catch (IOException | MessageException e) {
                problem = "the last one: " + e;
                pause();
            }
        }
    }

    private void askOn(Socket socket) throws IOException, MessageException {
        ResponseParser answer = new ResponseParser(LIMITS);
        ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES).flip();
        do {
            socket.getOutputStream().write(request);
            receive(socket.getInputStream(), in, answer);
            if (answer.status() == OK) {
                answered.increment();
            } else {
                problem = "the last one with " + answer.status();
                pause();
            }
        } while (!ending && answer.keepAlive() && (!pace.newConnection() || connected.sum() > MOST_NEW));
    }

    private static void receive(InputStream from, ByteBuffer in, ResponseParser answer)
            throws IOException, MessageException {
        boolean whole = answer.parse(in);
        while (!whole) {
            int read = from.read(in.clear().array());
            in.limit(Math.max(0, read));
            whole = read < 0 ? answer.endOfInput() : answer.parse(in);
            if (read < 0 && !whole) {
                throw new EOFException("the connection ended within an answer");
            }
        }
    }

    /** Who is refused at once would else ask ever faster. */
    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // they have ended: so does this one, when it looks at that
        }
    }

    /** How many requests were answered with 200. */
    long answered() {
        return answered.sum();
    }

    /** What became of the others, as it was seen last. */
    String problem() {
        return problem;
    }

    /** Returns when the last answers have come; who waits for longer is interrupted, which closes its socket. */
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
