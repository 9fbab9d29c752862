package classroom.web;

import classroom.http.ServerLimits;
import com.sun.net.httpserver.HttpServer;
import common.http.LocalHostFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The listener of the teacher's page. What it asks for starts programs, so it is on the loopback interface alone, and
 * answers only who asked for that. A virtual thread serves each request: one that waits for news holds nothing else.
 */
public final class TeacherServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Session session;

    /**
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public TeacherServer(int port, Session session) throws IOException {
        ServerLimits.set();
        this.session = session;
        InetSocketAddress place = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        server = HttpServer.create(place, ServerLimits.CONNECTIONS);
        server.setExecutor(threads);
        server.createContext("/", new TeacherHandler(session)).getFilters().add(new LocalHostFilter());
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Override
    public void close() {
        session.changes().end();
        server.stop(0);
        threads.shutdownNow();
    }
}
