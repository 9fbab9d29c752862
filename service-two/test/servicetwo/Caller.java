package servicetwo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import serviceone.server.RawClient;
import serviceone.server.RawClient.Reply;
import testing.Await;

/** Starts service two, with delays of 0 unless an option sets them, and connects callers that send any bytes. */
final class Caller {
    private Caller() {
    }

    static ServiceTwo two(Connection.Limits limits, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--port=0", "--delay=0", "--stage-delay=0"));
        all.addAll(List.of(options));
        return new ServiceTwo(limits, all.toArray(String[]::new));
    }

    static ServiceTwo two(String... options) throws Exception {
        return two(Connection.Limits.STANDARD, options);
    }

    static RawClient of(ServiceTwo two) throws IOException {
        RawClient caller = new RawClient(two.port());
        caller.socket.setTcpNoDelay(true);      // so that pieces arrive as pieces
        return caller;
    }

    static RawClient asking(ServiceTwo two, String path) throws IOException {
        return of(two).send(RawClient.request(path));
    }

    /** The reply to a request on a new connection. */
    static Reply get(int port, String path) throws IOException {
        try (RawClient caller = new RawClient(port)) {
            return caller.get(path);
        }
    }

    static void awaitStats(ServiceTwo two, String part) throws Exception {
        Await.until("its stats have " + part, () -> get(two.port(), "/stats").body().contains(part));
    }
}
