package servicetwo;

import java.io.IOException;
import serviceone.server.RawClient;
import serviceone.server.RawClient.Reply;
import testing.Await;

/** Callers of a service two, which say byte for byte what a test wants. */
final class Caller {
    private Caller() {
    }

    static RawClient of(ServiceTwo two) throws IOException {
        RawClient caller = new RawClient(two.port());
        caller.socket.setTcpNoDelay(true);      // what is sent in pieces is to arrive in pieces
        return caller;
    }

    /** One that has asked for a path. */
    static RawClient asking(ServiceTwo two, String path) throws IOException {
        return of(two).send(RawClient.request(path));
    }

    /** What one gets that sends this on a connection of its own. */
    static Reply reply(ServiceTwo two, String request) throws IOException {
        try (RawClient caller = of(two).send(request)) {
            return caller.receive();
        }
    }

    static String stats(ServiceTwo two) throws IOException {
        return reply(two, RawClient.request("/stats")).body();
    }

    static void awaitStats(ServiceTwo two, String part) throws Exception {
        Await.until("its stats have " + part, () -> stats(two).contains(part));
    }
}
