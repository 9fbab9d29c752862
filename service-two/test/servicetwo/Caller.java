package servicetwo;

import module java.base;
import common.http.NonBlockingConnection.Limits;
import common.io.Clock;
import common.io.SetClock;
import serviceone.server.RawClient;
import serviceone.server.RawClient.Reply;
import testing.Await;

/** Starts service two in this JVM, by default with delays of 0, and calls it. */
final class Caller {
    private Caller() {
    }

    static ServiceTwo startTwo(Limits limits, int connections, Clock clock, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--port=0", "--delay=0", "--stage-delay=0"));
        all.addAll(List.of(options));
        return new ServiceTwo(limits, connections, clock, all.toArray(String[]::new));
    }

    static ServiceTwo startTwo(Limits limits, String... options) throws Exception {
        return startTwo(limits, CallersConnection.CONNECTIONS, Clock.SYSTEM, options);
    }

    static ServiceTwo startTwo(Limits limits, Clock clock, String... options) throws Exception {
        return startTwo(limits, CallersConnection.CONNECTIONS, clock, options);
    }

    static ServiceTwo startTwo(Clock clock, String... options) throws Exception {
        return startTwo(CallersConnection.LIMITS, CallersConnection.CONNECTIONS, clock, options);
    }

    static ServiceTwo startTwo(String... options) throws Exception {
        return startTwo(CallersConnection.LIMITS, options);
    }

    static RawClient connect(ServiceTwo two) throws IOException {
        RawClient caller = new RawClient(two.port());
        caller.socket.setTcpNoDelay(true);      // sends each piece in a packet of its own
        return caller;
    }

    static RawClient ask(ServiceTwo two, String path) throws IOException {
        return connect(two).send(RawClient.request(path));
    }

    static Reply get(int port, String path) throws IOException {
        try (RawClient caller = new RawClient(port)) {
            return caller.get(path);
        }
    }

    /** Returns when service two's loop has run all timers that are due. */
    static void move(ServiceTwo two, SetClock clock, long millis) throws Exception {
        clock.move(millis);
        for (int turn = 0; turn < 2; turn++) {      // the first timer may run before others that are due
            CountDownLatch timersRun = new CountDownLatch(1);
            two.loop.execute(() -> two.loop.schedule(0, timersRun::countDown));
            timersRun.await();
        }
    }

    static void awaitStats(ServiceTwo two, String part) throws Exception {
        Await.until("service two's stats contain " + part, () -> get(two.port(), "/stats").body().contains(part));
    }
}
