package lab.run;

import java.io.IOException;
import java.net.InetSocketAddress;
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
    private static final int OK = 200;
    /** Closed connections keep their ports for a minute: more of them could leave none for the load. */
    private static final int MOST_NEW = 8_000;

    private final InetSocketAddress address;
    private final byte[] request;
    private final boolean newConnection;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LongAdder answered = new LongAdder();
    private final LongAdder connected = new LongAdder();
    private volatile String problem = "no request was answered";
    private volatile boolean ending;

    private Callers(String host, int port, String path, String token, boolean newConnection) {
        address = new InetSocketAddress(host, port);
        request = ("GET " + path + " HTTP/1.1\r\nConnection: keep-alive\r\nAuthorization: " + token + "\r\nHost: "
                + host + ":" + port + "\r\nUser-Agent: Apache-HttpClient/4.5.14 (Java/" + Runtime.version().feature()
                + ")\r\n\r\n").getBytes(StandardCharsets.UTF_8);      // the fields that JMeter sends
        this.newConnection = newConnection;
    }

    /** @param address HOST:PORT of the contender */
    static Callers start(String address, String path, String token, Pace pace) {
        int colon = address.lastIndexOf(':');
        Callers callers = new Callers(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)),
                path, token, pace.newConnection());
        for (int i = 0; i < pace.connections(); i++) {
            callers.threads.execute(callers::askUntilEnd);
        }
        return callers;
    }

    private void askUntilEnd() {
        while (!ending) {
            try (KeptConnection connection = new KeptConnection(address)) {
                connected.increment();
                askOn(connection);
            } catch (IOException e) {
                problem = "the last one: " + e;
                pause();
            }
        }
    }

    private void askOn(KeptConnection connection) throws IOException {
        do {
            int status = connection.ask(request);
            if (status == OK) {
                answered.increment();
            } else {
                problem = "the last one with " + status;
                pause();
            }
        } while (!ending && connection.isKept() && (!newConnection || connected.sum() > MOST_NEW));
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
