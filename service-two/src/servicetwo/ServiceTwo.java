package servicetwo;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

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
        server = listen(options);
        server.setExecutor(threads);
        counts = new Counts(options);
        Routes routes = new Routes(options, counts);
        server.createContext("/", routes::handle);
        server.start();
    }

    private static HttpServer listen(Options options) throws IOException {
        try {
            InetAddress address = InetAddress.getByName(options.bind());
            return HttpServer.create(new InetSocketAddress(address, options.port()), BACKLOG);
        } catch (IOException e) {
            String place = options.bind() + " port " + options.port();
            throw new IOException("cannot listen on " + place + ": " + e.getMessage() + "; " + remedy(options), e);
        }
    }

    /** The option that helps: the one for the address where that is not this machine's, else the one for the port. */
    private static String remedy(Options options) {
        return isOfThisMachine(options.bind())
                ? "--port (./run.sh loom, pool and async: --service-two-port) takes another one, or 0 for any free one"
                : "--bind takes an address of this machine";
    }

    private static boolean isOfThisMachine(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;      // a name that nobody knows is no address of this machine either
        }
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

    public static void main(String[] arguments) {
        if (Stream.of(arguments).anyMatch(each -> each.equals("--help") || each.equals("-h"))) {
            System.out.print(Options.USAGE);
            System.exit(EXIT_OK);
        }
        try {
            run(Options.parse(arguments));
        } catch (Options.UsageException e) {
            System.err.println("service two: " + e.getMessage() + System.lineSeparator() + Options.HINT);
            System.exit(EXIT_USAGE);
        } catch (IOException e) {
            System.err.println("service two: " + e.getMessage());
            System.exit(EXIT_COULD_NOT);
        }
    }

    private static void run(Options options) throws IOException {
        ServiceTwo service = new ServiceTwo(options);
        service.counts.show();
        VisualVmCpuGraph.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            service.close();
            Runtime.getRuntime().halt(EXIT_OK);      // a stop by SIGTERM is a success, not the JVM's 143
        }, "stop"));
        // One write, so that a script which waits for the line does not read half of it.
        System.out.println("service two ready at http://%s:%d (pid %d, delay %d ms, stage delay %d ms)".formatted(
                options.bind(), service.port(), ProcessHandle.current().pid(), options.delay(), options.stageDelay()));
        if (options.untilStdinCloses()) {
            System.in.transferTo(OutputStream.nullOutputStream());
            System.exit(EXIT_OK);
        }
    }
}
