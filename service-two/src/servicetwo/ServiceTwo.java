package servicetwo;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The stand-in for other people's services: it waits and answers. It runs on the JDK's own HTTP server with a virtual
 * thread for each request, because it is not what is measured. It shares nothing with service one but the wire.
 *
 * <p>Owns the server and its executor. {@code main} runs on the main thread. The server's own dispatcher thread accepts
 * connections; each request is read and answered on a virtual thread.
 */
public final class ServiceTwo implements AutoCloseable {
    private static final int EXIT_OK = 0;
    private static final int EXIT_USAGE = 1;
    private static final int EXIT_COULD_NOT = 2;
    /** Pending connections; the kernel caps it at net.core.somaxconn. */
    private static final int BACKLOG = 4096;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Counts counts;

    /** @throws IOException where the address cannot be bound */
    public ServiceTwo(Options options) throws IOException {
        liftTheLimitsOfTheServer();
        InetAddress address = InetAddress.getByName(options.bind());
        server = HttpServer.create(new InetSocketAddress(address, options.port()), BACKLOG);
        server.setExecutor(threads);
        counts = new Counts(options);
        Routes routes = new Routes(options, counts);
        server.createContext("/", routes::handle);
        server.start();
    }

    /**
     * The server reads these once, when its classes are initialised. It closes every idle connection beyond the 200th
     * by default, which a load of thousands would see as failures; without nodelay, an answer of two segments waits
     * 40 ms for a delayed acknowledgement (RFC 1122, 4.2.3.2).
     */
    private static void liftTheLimitsOfTheServer() {
        System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Cuts off what is in flight: whoever stops service two wants to see what service one makes of that. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    public static void main(String[] arguments) throws IOException {
        Options options = parseOrExit(arguments);
        ServiceTwo service = startOrExit(options);
        service.counts.show();
        VisualVmCpuGraph.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            service.close();
            Runtime.getRuntime().halt(EXIT_OK);      // a stop by SIGTERM is a success, not the JVM's 143
        }, "stop"));
        // In one write, so that a script which waits for the line does not read half of it.
        System.out.println("service two ready at http://%s:%d (pid %d, delay %d ms, stage delay %d ms)".formatted(
                options.bind(), service.port(), ProcessHandle.current().pid(), options.delay(), options.stageDelay()));
        if (options.untilStdinCloses()) {
            System.in.transferTo(OutputStream.nullOutputStream());
            System.exit(EXIT_OK);
        }
    }

    private static Options parseOrExit(String[] arguments) {
        List<String> list = List.of(arguments);
        if (list.contains("--help") || list.contains("-h")) {
            System.out.print(Options.USAGE);
            System.exit(EXIT_OK);
        }
        try {
            return Options.parse(arguments);
        } catch (Options.UsageException e) {
            System.err.println("service two: " + e.getMessage() + System.lineSeparator() + Options.HINT);
            System.exit(EXIT_USAGE);
            throw new IllegalStateException(e);      // not reached: exit does not return
        }
    }

    private static ServiceTwo startOrExit(Options options) {
        try {
            return new ServiceTwo(options);
        } catch (IOException e) {
            System.err.printf("service two: cannot listen on %s port %d: %s%n", options.bind(), options.port(),
                    e.getMessage());
            System.exit(EXIT_COULD_NOT);
            throw new IllegalStateException(e);      // not reached: exit does not return
        }
    }
}
