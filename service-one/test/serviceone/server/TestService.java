package serviceone.server;

import common.commandline.CommandLine.UsageException;
import common.http.MessageParser.Limits;
import common.http.Response;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import serviceone.Server;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import servicetwo.ServiceTwo;

/** A service one in this JVM, on a free port, in front of a service two that hardly waits. */
public final class TestService implements AutoCloseable {
    /** Long enough for a loaded machine where an answer comes, short where the test waits for none. */
    static final int PATIENT_MILLIS = 60_000;
    static final int HASTY_MILLIS = 50;
    /** A path whose answer is more than the kernel takes for a client that does not read. */
    static final String LARGE = "/large";
    private static final int THREADS = 4;

    /** Code that is tried in every mode. */
    public interface InMode {
        void run(Mode mode) throws Exception;
    }

    public final Meter meter;
    private final Server server;
    private final ServiceTwo serviceTwo;

    private TestService(Mode mode, int size, Settings settings, ServiceTwo serviceTwo, ServiceTwoAddress two)
            throws IOException {
        this.serviceTwo = serviceTwo;
        this.meter = new Meter(mode);
        this.server = new Server(mode, mode == Mode.ASYNC ? Math.min(size, 2) : size, loopback(0), settings, two, meter);
        server.addRoute("/error", () -> {
            throw new StackOverflowError("as deep as it goes");
        });
        server.addRoute(LARGE, () -> Response.json(new byte[2_000_000]));
        server.start();
    }

    public static TestService start(Mode mode, Settings settings) throws IOException {
        return start(mode, THREADS, settings);
    }

    /** @param size the pool's threads, or the loops, of which there are two at most */
    public static TestService start(Mode mode, int size, Settings settings) throws IOException {
        ServiceTwo two = serviceTwo(0);
        return new TestService(mode, size, settings, two, two(two.port(), PATIENT_MILLIS, new Bulkhead(0)));
    }

    /** In front of something else than service two. */
    public static TestService inFrontOf(int twoPort, Mode mode) throws IOException {
        return inFrontOf(twoPort, mode, THREADS, Settings.DEFAULTS);
    }

    public static TestService inFrontOf(int twoPort, Mode mode, int threads) throws IOException {
        return inFrontOf(twoPort, mode, threads, Settings.DEFAULTS);
    }

    public static TestService inFrontOf(int twoPort, Mode mode, int size, Settings settings) throws IOException {
        return inFrontOf(two(twoPort, PATIENT_MILLIS, new Bulkhead(0)), mode, size, settings);
    }

    /** With deadlines for connections and answers that a test can wait for. */
    public static TestService hastyInFrontOf(int twoPort, Mode mode) throws IOException {
        return inFrontOf(two(twoPort, HASTY_MILLIS, new Bulkhead(0)), mode, THREADS, Settings.DEFAULTS);
    }

    public static TestService inFrontOf(ServiceTwoAddress two, Mode mode, int size, Settings settings)
            throws IOException {
        return new TestService(mode, size, settings, null, two);
    }

    public static ServiceTwoAddress two(int port, int millis, Bulkhead limit) {
        return new ServiceTwoAddress(loopback(port), "127.0.0.1:" + port, millis, millis, limit);
    }

    public static ServiceTwo serviceTwo(int port) throws IOException {
        try {
            return new ServiceTwo("--port=" + port, "--delay=1", "--stage-delay=1");
        } catch (UsageException e) {
            throw new AssertionError(e);
        }
    }

    /** Every test of what the modes share goes through this: the same table for all of them, side by side. */
    public static void inEachMode(InMode test) throws Exception {
        String name = Thread.currentThread().getName();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            tasks.add(new FutureTask<>(() -> {
                test.run(mode);
                return null;
            }));
            Thread.ofPlatform().daemon().name(name + ' ' + mode).start(tasks.getLast());
        }
        List<String> failures = new ArrayList<>();
        Throwable first = null;
        for (Mode mode : Mode.values()) {
            try {
                tasks.get(mode.ordinal()).get();
            } catch (ExecutionException e) {
                failures.add("in mode " + mode + ": " + e.getCause().getMessage());
                first = first == null ? e.getCause() : first;
            }
        }
        if (first != null) {
            throw new AssertionError(String.join("\n", failures), first);
        }
    }

    /** A service, and a client of it. */
    public interface Use {
        void of(TestService service, RawClient client) throws Exception;
    }

    /** The same with a service in front of a service two that hardly waits. */
    public static void inEachMode(int size, Settings settings, Use use) throws Exception {
        inEachMode(mode -> {
            try (TestService service = start(mode, size, settings); RawClient client = service.connect()) {
                use.of(service, client);
            }
        });
    }

    public static void inEachMode(Settings settings, Use use) throws Exception {
        inEachMode(THREADS, settings, use);
    }

    public static void inEachMode(Use use) throws Exception {
        inEachMode(Settings.DEFAULTS, use);
    }

    /** What is in front of a service two that does what a test says. */
    public interface UseBefore {
        void of(TestService service, ScriptedServer two) throws Exception;
    }

    /** The same in front of one that does what the script says. */
    public static void inEachModeBefore(ScriptedServer.Script script, UseBefore use) throws Exception {
        inEachMode(mode -> {
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = inFrontOf(two.port(), mode)) {
                use.of(service, two);
            }
        });
    }

    /** The defaults, but for the times. */
    public static Settings times(int requestMillis, int idleMillis, int writeMillis) {
        return settings(Map.of("requestMillis", requestMillis, "idleMillis", idleMillis, "writeMillis", writeMillis));
    }

    public static Settings limits(Limits limits) {
        return settings(Map.of("limits", limits));
    }

    public static Settings counts(int queue, int maxConnections) {
        return settings(Map.of("queue", queue, "maxConnections", maxConnections));
    }

    /** With other limits for those who wait for a thread, or for the end. */
    public static Settings waits(int queueMillis, int shutdownMillis) {
        return settings(Map.of("queueMillis", queueMillis, "shutdownMillis", shutdownMillis));
    }

    /** The defaults, but for those named. */
    static Settings settings(Map<String, Object> named) {
        RecordComponent[] components = Settings.class.getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                Object standard = components[i].getAccessor().invoke(Settings.DEFAULTS);
                values[i] = named.getOrDefault(components[i].getName(), standard);
            }
            return (Settings) Settings.class.getConstructors()[0].newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public int port() {
        return server.port();
    }

    public RawClient connect() throws IOException {
        return new RawClient(port());
    }

    /** One request on a connection of its own. */
    public RawClient.Reply get(String path) throws IOException {
        try (RawClient client = connect()) {
            return client.get(path);
        }
    }

    public int openConnections() {
        return server.connections();
    }

    /** Sockets in the queue. */
    public int waiting() {
        return server.queued();
    }

    public GracefulShutdown.Summary stop() throws IOException, InterruptedException {
        return server.stop();
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the runner gives up on this test
        }
        if (serviceTwo != null) {
            serviceTwo.close();
        }
    }
}
