package classroom.web;

import classroom.http.PageServer;
import classroom.http.Changes;
import common.http.LocalHostFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;

/**
 * The listener of the teacher's page. What it asks for starts programs, so it is on the loopback interface alone, and
 * answers only who asked for that. A virtual thread serves each request: one that waits for news holds nothing else.
 */
public final class TeacherServer implements AutoCloseable {
    private final Changes changes;
    private final PageServer server;

    /**
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public TeacherServer(int port, Session session) throws IOException {
        changes = session.changes();
        server = new PageServer(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port),
                Executors.newVirtualThreadPerTaskExecutor(), new TeacherHandler(session), new LocalHostFilter());
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + "/");
    }

    @Override
    public void close() {
        changes.end();
        server.close();
    }
}
