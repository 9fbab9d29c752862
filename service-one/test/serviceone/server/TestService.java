package serviceone.server;

import module java.base;
import common.commandline.UsageException;
import common.http.Response;
import common.io.Clock;
import common.io.SetClock;
import common.mode.Mode;
import serviceone.Server;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.routes.Parts;
import serviceone.routes.Shared;
import servicetwo.ServiceTwo;

public final class TestService implements AutoCloseable {
    /** The time limit in tests that expect an answer, even on a loaded machine. */
    static final int PATIENT_MILLIS = 60_000;
    /** The time limit in tests that expect no answer. */
    static final int HASTY_MILLIS = 50;
    /** This path's answer exceeds the kernel's buffers. */
    static final String LARGE = "/large";
    static final int MOST_CALLS = 1_000;
    private static final int THREADS = 4;

    public interface InMode {
        void run(Mode mode) throws Exception;
    }

    public final Meter meter;
    public final Bulkhead limit;
    private final Server server;
    private final Clock clock;
    private final Closeable two;

    private TestService(Mode mode, int size, Settings settings, Closeable two, int twoPort, int twoMillis)
            throws IOException {
        this(mode, size, settings, two, twoPort, twoMillis, 0);
    }

    private TestService(Mode mode, int size, Settings settings, Closeable two, int twoPort, int twoMillis,
            int callsWaitMillis) throws IOException {
        this.two = two;
        this.clock = settings.clock();
        this.limit = new Bulkhead(MOST_CALLS, callsWaitMillis);
        this.meter = new Meter(mode, settings.clock()::nanoTime);
        Map<String, Supplier<Response>> routes = new ConcurrentHashMap<>();
        ServiceTwoAddress address = new ServiceTwoAddress(loopback(twoPort), "two", twoMillis, twoMillis,
                20_000, limit);
        this.server = new Server(mode, mode == Mode.ASYNC ? Math.min(size, 2) : size, loopback(0),
                new Shared(settings, address, meter, Parts.OWN, routes));
        routes.put("/error", () -> {
            throw new StackOverflowError("thrown by the test");
        });
        routes.put(LARGE, () -> Response.json(new byte[2_000_000]));
        server.start();
    }

    public static TestService start(Mode mode, Settings settings) throws IOException {
        return start(mode, THREADS, settings);
    }

    /** @param size how many pool threads or event loops, but at most two event loops */
    public static TestService start(Mode mode, int size, Settings settings) throws IOException {
        try {
            ServiceTwo two = new ServiceTwo("--port=0", "--delay=1", "--stage-delay=1");
            return new TestService(mode, size, settings, two::close, two.port(), PATIENT_MILLIS);
        } catch (UsageException e) {
            throw new AssertionError(e);
        }
    }

    public static TestService scripted(ScriptedServer.Script script, Mode mode, int size, Settings settings)
            throws IOException {
        ScriptedServer two = new ScriptedServer(script);
        return new TestService(mode, size, settings, two, two.port(), PATIENT_MILLIS);
    }

    /** @param millis how long a request waits for a permit for a call */
    static TestService waitingForPermits(int millis, Mode mode) throws IOException {
        ScriptedServer two = new ScriptedServer((exchange, _) -> ScriptedServer.answerAll(exchange));
        return new TestService(mode, THREADS, Settings.DEFAULTS, two, two.port(), PATIENT_MILLIS, millis);
    }

    /** @param millis the time limit for connecting to service two, and for its answer */
    public static TestService withServiceTwoAt(int twoPort, Mode mode, int millis) throws IOException {
        return withServiceTwoAt(twoPort, mode, millis, Settings.DEFAULTS);
    }

    static TestService withServiceTwoAt(int twoPort, Mode mode, int millis, Settings settings) throws IOException {
        return new TestService(mode, THREADS, settings, () -> { }, twoPort, millis);
    }

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

    public interface Use {
        void run(TestService service, RawClient client) throws Exception;
    }

    public static void inEachMode(int size, Settings settings, Use use) throws Exception {
        inEachMode(mode -> {
            try (TestService service = start(mode, size, settings); RawClient client = service.connect()) {
                use.run(service, client);
            }
        });
    }

    public static void inEachMode(Settings settings, Use use) throws Exception {
        inEachMode(THREADS, settings, use);
    }

    public static void inEachMode(Use use) throws Exception {
        inEachMode(Settings.DEFAULTS, use);
    }

    public static void inEachModeScripted(ScriptedServer.Script script, Use use) throws Exception {
        inEachMode(mode -> {
            try (TestService service = scripted(script, mode, THREADS, Settings.DEFAULTS);
                    RawClient client = service.connect()) {
                use.run(service, client);
            }
        });
    }

    public interface ByClock {
        void run(TestService service, RawClient client, SetClock clock) throws Exception;
    }

    /** With clocks that stand still. */
    public static void inEachModeByClock(Settings settings, ByClock use) throws Exception {
        inEachMode(mode -> {
            SetClock clock = new SetClock();
            try (TestService service = start(mode, 1, with(settings, "clock", clock));
                    RawClient client = service.connect()) {
                use.run(service, client, clock);
            }
        });
    }

    public static Settings settings(Object... namesAndValues) {
        return with(Settings.DEFAULTS, namesAndValues);
    }

    public static Settings with(Settings settings, Object... namesAndValues) {
        List<Object> named = List.of(namesAndValues);
        RecordComponent[] components = Settings.class.getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                int at = named.indexOf(components[i].getName());
                values[i] = at < 0 ? components[i].getAccessor().invoke(settings) : named.get(at + 1);
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

    public RawClient.Reply get(String path) throws IOException {
        try (RawClient client = connect()) {
            return client.get(path);
        }
    }

    public int openConnections() {
        return server.connections();
    }

    public int waiting() {
        return server.queued();
    }

    public GracefulShutdown.Summary stop() throws IOException, InterruptedException {
        return server.stop();
    }

    public int connectionsToTwo() {
        return ((ScriptedServer) two).connections.get();
    }

    @Override
    public void close() throws IOException {
        try (SetClock.Moving _ = clock instanceof SetClock set ? set.keepMoving(PATIENT_MILLIS) : () -> { }) {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the runner gives up on this test
        }
        two.close();
    }
}
